import { growingDelay, type Wait } from "./wait";

const backoff = { first: 1_000, longest: 30_000 };
const maxSpread = 2_000;
/** The longest pause, a day, whatever the service requests. */
const maxPause = 86_400_000;

/** Concurrent requests before the first pause: Terraform's default parallelism. */
const initialConcurrency = 10;

/** The result of a request: a response other than 429, a 429, or none. */
export type Outcome = "accepted" | "refused" | "unknown";

/**
 * Pauses all requests, and resumes them gradually: first one request, then one more for each that is answered. Processes that
 * share the account wait for the same reset, so each adds a random delay of at most a tenth of the wait, and at most 2 s.
 */
export class Backoff {
  /** The current wait; in the past if requests are not paused. */
  wait: Wait = { until: 0, reason: "" };
  #spread = 0;
  #refusals = 0;
  #ramp = { limit: initialConcurrency, inFlight: 0 };

  constructor(private readonly random: () => number) {}

  /** Whether another request may be sent. */
  hasCapacity(now: number): boolean {
    return now >= this.wait.until && this.#ramp.inFlight < this.#ramp.limit;
  }

  /** Counts a sent request. Call the returned function when it ends. */
  track(): (outcome: Outcome) => void {
    const opening = this.#ramp;
    opening.inFlight += 1;
    return (outcome) => {
      opening.inFlight -= 1;
      // A request that was sent before the pause does not count.
      if (opening !== this.#ramp || outcome === "unknown") return;
      if (outcome === "accepted") opening.limit += 1;
      this.#refusals = outcome === "refused" ? this.#refusals + 1 : 0;
    };
  }

  /** Pauses requests, for at most a day, unless the current wait is longer. */
  pause(milliseconds: number, reason: string, now: number): void {
    const reported = now + Math.min(milliseconds, maxPause);
    if (now >= this.wait.until) this.#spread = this.random() * Math.min(milliseconds / 10, maxSpread);
    else if (reported + this.#spread <= this.wait.until) return;
    this.wait = { until: reported + this.#spread, reason };
    this.#ramp = { limit: 1, inFlight: 0 };
  }

  /** Pauses after a 429: for its Retry-After, and longer after repeated 429s. */
  pauseAfterRefusal(retryAfter: number | undefined, now: number): void {
    const requested = retryAfter ?? 0;
    const isEnough = requested > 0 && this.#refusals < 2;
    const delay = isEnough ? 0 : growingDelay(Math.max(this.#refusals, 1), backoff, this.random());
    this.pause(Math.max(requested, delay), "the service answered 429", now);
  }
}
