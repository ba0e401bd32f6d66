import { setMaxListeners } from "node:events";
import {
  createRateLimiter,
  type RateLimiter,
  type RateLimiterSettings,
  type RequestEnd,
} from "../../../src/client/rate-limiter";
import type { RateClass } from "../../../src/service/operations";
import { type ManualClock, manualClock } from "./clock";

/** A gate on a clock that never makes a test wait; a request may wait a minute unless told otherwise. */
export function gateOf(settings: Partial<RateLimiterSettings> = {}, clock: ManualClock = manualClock()) {
  const gate = createRateLimiter({ clock, maxWait: 60_000, ...settings });
  /** Milliseconds that a request of that class waits. It ends like that, at once. */
  async function waitOf(rateClass: RateClass = "read", ending: RequestEnd = answer(200)): Promise<number> {
    const since = clock.now();
    const end = await gate.ticket(rateClass).acquire();
    end(ending);
    return clock.now() - since;
  }
  return { gate, clock, waitOf };
}

/** An answer with those headers beside its status. */
export function answer(status: number, headers: Record<string, string> = {}): RequestEnd {
  return { status, headers };
}

/** The headers with which the service speaks of a window: `1000;w=3600, 100;w=1` of which so many remain. */
export function rateHeaders(remaining: number | string, reset: number | string, limit?: string) {
  return {
    ...(limit !== undefined && { "ratelimit-limit": limit }),
    "ratelimit-remaining": String(remaining),
    "ratelimit-reset": String(reset),
  };
}

/** Several requests that come at once: the ends of those that have passed, and how to stop the others. */
export async function passedAtOnce(gate: RateLimiter, count: number, rateClass: RateClass = "read") {
  const ends: ((ending: RequestEnd) => void)[] = [];
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const passing = Array.from({ length: count }, () =>
    gate
      .ticket(rateClass, stop.signal)
      .acquire()
      .then((end) => ends.push(end)),
  );
  // Those that fail are looked at later.
  for (const each of passing) each.catch(() => undefined);
  await new Promise(setImmediate);
  return { ends, stop, passing };
}
