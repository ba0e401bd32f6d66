import type { Logger } from "./options";

/** Until when something is waited for, in milliseconds since 1970, and why. */
export interface Wait {
  readonly until: number;
  readonly reason: string;
}

/** The one that lasts longer. */
export function longer(one: Wait, other: Wait): Wait {
  return other.until > one.until ? other : one;
}

/** The time as a date, not finer than it is known. */
function dateOf(time: number): string {
  return new Date(Math.ceil(time)).toISOString();
}

const periods = new Map([
  [1_000, "a second"],
  [60_000, "a minute"],
  [3_600_000, "an hour"],
  [86_400_000, "a day"],
]);

/** So many milliseconds as in `50 writes a second`. */
export function perPeriod(milliseconds: number): string {
  return periods.get(milliseconds) ?? `in ${milliseconds / 1_000} s`;
}

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

/** A wait that moves by less, or that comes again after less, is the same wait. In milliseconds. */
const sameWait = 1_000;

/**
 * Logs that requests wait: a line for each wait and reason, whatever the number of requests, and one more if its end moves.
 */
export class WaitNotice {
  private readonly noticed = new Map<string, { until: number; lines: number }>();

  constructor(private readonly logger: Logger | undefined) {}

  show({ until, reason }: Wait, now: number): void {
    for (const [each, wait] of this.noticed) if (wait.until + sameWait < now) this.noticed.delete(each);
    const before = this.noticed.get(reason);
    const moved = before !== undefined && Math.abs(until - before.until) > sameWait;
    const speaks = before === undefined || (moved && before.lines < 2);
    this.noticed.set(reason, { until, lines: (before?.lines ?? 0) + (speaks ? 1 : 0) });
    if (speaks) this.logger?.warn("waiting for a rate limit", { reason, until: dateOf(until) });
  }
}
