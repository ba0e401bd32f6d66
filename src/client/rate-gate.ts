import type { RateClass } from "../service/operations";
import { createHourlyShare, type HourlyShare } from "./hourly-share";
import type { Clock, Logger } from "./options";
import { type RateLimit, readRateLimit } from "./rate-limit";

/** What lets requests through as fast as the service allows, for everything in the process (api-4.0, Limits). */
export interface Gate {
  /**
   * Waits until a request of that class may be sent, and resolves to the milliseconds waited. Rejects with
   * {@link WaitTooLong} at once if that would take more than `budget` milliseconds, and when the signal is aborted.
   */
  pass(rateClass: RateClass, budget: number, signal?: AbortSignal): Promise<number>;
  /** Learns from an answer. `refusals` counts the 429 that this request has got so far, this one included. */
  learn(answer: GateLesson): void;
  /** What the last answer that said anything of the rate limits said; undefined before the first. */
  readonly rateLimit: RateLimit | undefined;
}

/** What the gate looks at in an answer. Header names are in lower case. */
interface GateLesson {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly refusals: number;
}

/** The wait that the service asks for is longer than allowed. */
export class WaitTooLong extends Error {
  override readonly name = "WaitTooLong";
  constructor(
    readonly until: number,
    readonly reason: string,
  ) {
    super(`${reason}; try again at ${new Date(until).toISOString()}`);
  }
}

const firstBackoff = 1_000;
const longestBackoff = 30_000;
const latestDate = 8.64e15;

/**
 * A gate that knows what the service says, `Retry-After` and `RateLimit-Reset` when nothing remains, and the share of
 * the hour that this process may use.
 */
export function createRateGate(
  clock: Clock,
  logger: Logger | undefined,
  share: HourlyShare = createHourlyShare(undefined),
): Gate {
  let closedUntil = 0;
  let reason = "";
  let announced = 0;
  let rateLimit: RateLimit | undefined;

  const close = (milliseconds: number, why: string) => {
    const until = Math.min(clock.now() + milliseconds, latestDate);
    if (until > closedUntil) [closedUntil, reason] = [until, why];
  };

  const announce = () => {
    if (announced === closedUntil) return;
    announced = closedUntil;
    logger?.warn("waiting for a rate limit", { reason, until: new Date(closedUntil).toISOString() });
  };

  return {
    get rateLimit() {
      return rateLimit;
    },
    async pass(_rateClass, budget, signal) {
      let waited = 0;
      for (;;) {
        signal?.throwIfAborted();
        const freeAt = share.freeAt();
        if (freeAt > clock.now()) close(freeAt - clock.now(), "max_requests_per_hour is used up");
        const wait = closedUntil - clock.now();
        if (wait <= 0) {
          share.take(clock.now());
          return waited;
        }
        if (waited + wait > budget) throw new WaitTooLong(closedUntil, reason);
        announce();
        await clock.sleep(wait, signal);
        waited += wait;
      }
    },
    learn({ status, headers, refusals }) {
      rateLimit = readRateLimit(headers) ?? rateLimit;
      const asked = retryAfter(headers["retry-after"], clock.now());
      const reset = spentReset(headers);
      if (reset !== undefined) close(reset, "no request remains in the rate limit");
      if (status === 503 && asked !== undefined) close(asked, "the service is unavailable for a while");
      if (status === 429) {
        const told = asked ?? reset ?? 0;
        const own = told > 0 && refusals < 2 ? 0 : backoff(refusals, clock.random());
        close(Math.max(told, own), "the service answered 429");
      }
    },
  };
}

function backoff(refusals: number, chance: number): number {
  const whole = Math.min(firstBackoff * 2 ** Math.max(refusals - 1, 0), longestBackoff);
  return whole / 2 + (whole / 2) * chance;
}

function spentReset(headers: GateLesson["headers"]): number | undefined {
  return seconds(headers["ratelimit-remaining"]) === 0 ? seconds(headers["ratelimit-reset"]) : undefined;
}

function retryAfter(value: string | string[] | undefined, now: number): number | undefined {
  const told = seconds(value);
  if (told !== undefined || typeof value !== "string") return told;
  // RFC 9110 also allows a date.
  const date = /^[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(date - now, 0);
}

/** The header's number of seconds, in milliseconds. */
function seconds(value: string | string[] | undefined): number | undefined {
  const text = typeof value === "string" ? value.trim() : "";
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1_000 : undefined;
}
