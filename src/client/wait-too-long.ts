import { dateOf, type Wait } from "./wait";

/** The operation would wait longer than it may. */
export class WaitTooLong extends Error {
  override readonly name = "WaitTooLong";
  readonly until: number;

  constructor(wait: Wait) {
    super(`${wait.reason}; try again at ${dateOf(wait.until)}`);
    this.until = wait.until;
  }
}
