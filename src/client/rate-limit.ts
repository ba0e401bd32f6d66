import { readNumber } from "../service/wire-forms";

/** So many requests within a window of so many seconds. */
export interface RatePolicy {
  readonly limit: number;
  readonly window: number;
}

/** What an answer said of the rate limits (docs/design/api.md#limits). What it did not say, or not readably, is undefined. */
export interface RateLimit {
  /** The active policies, of an hour and of a second. */
  readonly policies: readonly RatePolicy[];
  /** Requests that remain in the most restrictive window, which is often that of a second. */
  readonly remaining: number | undefined;
  /** Seconds from the answer until that window resets. */
  readonly reset: number | undefined;
}

/** Reads the `RateLimit-*` headers, whose names are in lower case; undefined when there are none. */
export function readRateLimit(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): RateLimit | undefined {
  const [limit, remaining, reset] = ["limit", "remaining", "reset"].map(
    (name) => headers[`ratelimit-${name}`],
  );
  if (limit === undefined && remaining === undefined && reset === undefined) return undefined;
  return { policies: readPolicies(limit), remaining: notNegative(remaining), reset: notNegative(reset) };
}

function readPolicies(value: string | string[] | undefined): RatePolicy[] {
  return [value ?? []]
    .flat()
    .flatMap((line) => line.split(","))
    .flatMap((item) => {
      const [, limit, window] = /^\s*(\d+)\s*;\s*w=(\d+)\s*$/.exec(item) ?? [];
      const policy = { limit: Number(limit), window: Number(window) };
      return Object.values(policy).every(Number.isSafeInteger) ? [policy] : [];
    });
}

function notNegative(value: unknown): number | undefined {
  const number = readNumber(value);
  return number !== undefined && number >= 0 && number <= Number.MAX_SAFE_INTEGER ? number : undefined;
}
