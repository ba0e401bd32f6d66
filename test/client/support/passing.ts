import { setMaxListeners } from "node:events";
import { RateLimiter, type RateLimiterSettings, type RequestEnd } from "../../../src/client/rate-limiter";
import type { RateClass } from "../../../src/service/operations";
import { type ManualClock, manualClock } from "./clock";

/** A rate limiter with a virtual clock. By default, a request may wait a minute. */
export function gateOf(settings: Partial<RateLimiterSettings> = {}, clock: ManualClock = manualClock()) {
  const gate = new RateLimiter({ clock, maxWait: 60_000, ...settings });
  /** The wait of a request in milliseconds. The request ends immediately. */
  async function waitOf(rateClass: RateClass = "read", ending: RequestEnd = answer(200)): Promise<number> {
    const since = clock.now();
    const end = await gate.enqueue(rateClass)();
    end(ending);
    return clock.now() - since;
  }
  return { gate, clock, waitOf };
}

/** A response with a status and headers. */
export function answer(status: number, headers: Record<string, string> = {}): RequestEnd {
  return { status, headers };
}

/** The rate limit headers of a window, such as `1000;w=3600, 100;w=1`. */
export function rateHeaders(remaining: number | string, reset: number | string, limit?: string) {
  return {
    ...(limit !== undefined && { "ratelimit-limit": limit }),
    "ratelimit-remaining": String(remaining),
    "ratelimit-reset": String(reset),
  };
}

/** Concurrent requests: the functions that end the admitted ones, and that stop the others. */
export async function passedAtOnce(gate: RateLimiter, count: number, rateClass: RateClass = "read") {
  const ends: ((ending: RequestEnd) => void)[] = [];
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const passing = Array.from({ length: count }, () =>
    gate
      .enqueue(rateClass, stop.signal)()
      .then((end) => ends.push(end)),
  );
  // Those that fail are looked at later.
  for (const each of passing) each.catch(() => undefined);
  await new Promise(setImmediate);
  return { ends, stop, passing };
}
