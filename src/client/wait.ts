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
export function dateOf(time: number): string {
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
