import type { Logger } from "./options";

/** The end of a wait, in milliseconds since 1970, and its reason. */
export interface Wait {
  readonly until: number;
  readonly reason: string;
}

/** The longer of two waits. */
export function longer(first: Wait, second: Wait): Wait {
  return second.until > first.until ? second : first;
}

/** The delay before an attempt, from 1: exponential, half of it random. @param random from 0 to 1 */
export function growingDelay(attempt: number, delays: { first: number; longest: number }, random: number) {
  const full = Math.min(delays.first * 2 ** (attempt - 1), delays.longest);
  return full / 2 + (full / 2) * random;
}

/** The time in ISO 8601. */
function dateOf(time: number): string {
  return new Date(Math.ceil(time)).toISOString();
}

const periods = new Map([
  [1_000, "a second"],
  [60_000, "a minute"],
  [3_600_000, "an hour"],
  [86_400_000, "a day"],
]);

/** A period for messages, as in `50 writes a second`. */
export function perPeriod(milliseconds: number): string {
  return periods.get(milliseconds) ?? `in ${milliseconds / 1_000} s`;
}

/** The operation would wait too long. `left` is the number of requests of this process without a response. */
export class WaitTooLong extends Error {
  override readonly name = "WaitTooLong";

  constructor(
    readonly wait: Wait,
    readonly left: number,
  ) {
    super(`${wait.reason}; try again at ${dateOf(wait.until)}`);
  }
}

/** A wait that moves or recurs within this time is the same wait. In milliseconds. */
const sameWaitTolerance = 1_000;

/** Logs waits: one line per wait and reason for all requests, and another if its end moves. */
export function waitLogger(logger: Logger | undefined) {
  const logged = new Map<string, { until: number; lines: number }>();
  return ({ until, reason }: Wait, now: number): void => {
    for (const [each, wait] of logged) if (wait.until + sameWaitTolerance < now) logged.delete(each);
    const before = logged.get(reason);
    const moved = before !== undefined && Math.abs(until - before.until) > sameWaitTolerance;
    const isLogged = before === undefined || (moved && before.lines < 2);
    logged.set(reason, { until, lines: (before?.lines ?? 0) + (isLogged ? 1 : 0) });
    if (isLogged) logger?.warn("waiting for a rate limit", { reason, until: dateOf(until) });
  };
}
