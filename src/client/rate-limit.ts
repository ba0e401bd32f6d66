import { readNumber } from "../service/wire-forms";

/** A limit of requests per window, in seconds. */
export interface RatePolicy {
  readonly limit: number;
  readonly window: number;
}

/** The rate limits of a response. */
export type RateLimit = NonNullable<ReturnType<typeof readRateLimit>>;

/**
 * Reads the `RateLimit-*` headers (docs/design/api.md#limits). Header names are in lower case. Undefined if there are none;
 * missing or unreadable values are undefined.
 */
export function readRateLimit(headers: Readonly<Record<string, string | string[] | undefined>>, now: number) {
  const [limit, remaining, reset] = ["limit", "remaining", "reset"].map(
    (name) => headers[`ratelimit-${name}`],
  );
  if (limit === undefined && remaining === undefined && reset === undefined) return undefined;
  const seconds = notNegative(reset);
  return {
    /** The active policies, per hour and per second. */
    policies: readPolicies(limit),
    /** The remaining requests of the most restrictive window, which is often that of a second. */
    remaining: notNegative(remaining),
    /** Seconds from the response until that window resets. */
    reset: seconds && secondsFrom(now, seconds),
  };
}

/** Reads `Retry-After` (seconds, or a date as in RFC 9110) as milliseconds; undefined if missing or invalid. */
export function readRetryAfter(value: string | string[] | undefined, now: number): number | undefined {
  const text = typeof value === "string" ? value.trim() : "";
  if (/^\d+(?:\.\d+)?$/.test(text)) return secondsFrom(now, Number(text)) * 1_000;
  const date = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(date - now, 0);
}

/** The seconds from now in a header. In place of the delay, many services send the date: more than a day, since 1970. */
function secondsFrom(now: number, value: number): number {
  const untilDate = value - now / 1_000;
  return value > 86_400 && Math.abs(untilDate) <= 86_400 ? Math.max(untilDate, 0) : value;
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
