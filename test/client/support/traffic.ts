import type { RateLimiter, RequestEnd } from "../../../src/client/rate-limiter";
import type { RateClass } from "../../../src/service/operations";
import type { LimitedService } from "./limited-service";
import type { VirtualTime } from "./virtual-time";

/** Chance that can be repeated: numbers from 0 up to 1. */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What carries requests to a service that only counts them. */
export interface Line {
  readonly time: VirtualTime;
  readonly service: LimitedService;
  /** Milliseconds of one way, to the service or back. */
  readonly way: () => number;
}

/** When a request is stopped: while it waits for the rate limiter, or in flight. */
export interface Stops {
  readonly waiting?: AbortSignal | undefined;
  readonly underWay?: AbortSignal | undefined;
}

/** Sends a request through the rate limiter until it is accepted, stopped, or would wait too long. */
export async function sendThrough(
  gate: RateLimiter,
  { time, service, way }: Line,
  rateClass: RateClass,
  { waiting, underWay }: Stops = {},
): Promise<void> {
  const passage = gate.enqueue(rateClass, waiting);
  for (;;) {
    const end = await passage();
    const stopped = new Promise<"unanswered">((resolve) => {
      if (underWay?.aborted) resolve("unanswered");
      underWay?.addEventListener("abort", () => resolve("unanswered"));
    });
    const answered = carry(time, service, way, rateClass);
    const ending = await Promise.race([answered, stopped]);
    end(ending);
    underWay?.throwIfAborted();
    if (typeof ending !== "string" && ending.status === 200) return;
  }
}

async function carry(
  time: VirtualTime,
  service: LimitedService,
  way: () => number,
  rateClass: RateClass,
): Promise<RequestEnd> {
  await time.sleep(way());
  const answer = service.arrive(rateClass, time.now());
  await time.sleep(way());
  return answer;
}
