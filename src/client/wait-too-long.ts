import { dateOf, type Wait } from "./wait";

/** The operation would wait longer than it may. `left` counts the requests of this process that have no answer yet. */
export class WaitTooLong extends Error {
  override readonly name = "WaitTooLong";
  readonly until: number;

  constructor(
    wait: Wait,
    readonly left: number,
  ) {
    super(`${wait.reason}; try again at ${dateOf(wait.until)}`);
    this.until = wait.until;
  }
}
