import type { RatePolicy } from "./rate-limit";
import { perPeriod } from "./wait";

/**
 * Limits requests to `limit` within `length` milliseconds, whether the service uses fixed or sliding windows.
 *
 * The service counts a request at some time between sending and response. So a slot is reserved when the request is sent, and
 * released one window length after the response. That costs one round trip per window.
 */
export class RateWindow {
  /** The reduced limit after the last 429, and its time. */
  #backedOff = { allowed: Number.POSITIVE_INFINITY, at: Number.NEGATIVE_INFINITY };
  inFlight = 0;
  #sent = 0;
  /** The end times of requests in ascending order. */
  readonly #ended: number[] = [];
  #others = { count: 0, until: 0 };

  constructor(
    public limit: number,
    public length: number,
  ) {}

  /** Applies the policy of a response. */
  setPolicy({ limit, window }: RatePolicy): void {
    this.limit = limit;
    this.length = window * 1_000;
  }

  /** The limit in words. @param requests the requests that it limits */
  describe(requests: string): string {
    return `the service allows ${this.limit} ${requests} ${perPeriod(this.length)}`;
  }

  /** Reserves a slot for a request that is sent now. */
  reserve(now: number) {
    this.inFlight += 1;
    this.#sent += 1;
    // The requests in the window include this one.
    return { sentAt: now, used: this.#used(now), order: this.#sent };
  }

  /** Ends a request. @param at when it can no longer reach the service; undefined if it never did */
  end(at: number | undefined): void {
    this.inFlight -= 1;
    if (at === undefined) return;
    const before = this.#ended.findLastIndex((each) => each <= at);
    this.#ended.splice(before + 1, 0, at);
  }

  hasCapacity(now: number): boolean {
    return this.#used(now) < this.#allowed(now);
  }

  /**
   * Halves the limit after a 429, which means that other clients share the window. The limit recovers by one request with
   * each window without a 429.
   */
  backOff(now: number): void {
    if (now < this.#backedOff.at + this.length) return;
    this.#backedOff = { allowed: Math.max(1, Math.floor(this.#allowed(now) / 2)), at: now };
  }

  /** When the request at a position in the queue, from 0, can be sent, if none can before `from`. */
  freeAt(position: number, now: number, from = now): number {
    const allowed = this.#allowed(now);
    const slot = (position % allowed) + this.#used(now) - allowed;
    const first = slot < 0 ? now : this.#releaseOf(slot, now);
    return Math.max(first, from) + Math.floor(position / allowed) * this.length;
  }

  /**
   * Updates the use by other clients from the remaining requests in a response. It assumes that their requests in flight are
   * in proportion to ours. The estimate is valid until a later request updates it, at most for one window length.
   * @returns whether other clients use the window
   */
  updateRemaining(
    remaining: number,
    { sentAt, used, order }: ReturnType<RateWindow["reserve"]>,
    now: number,
  ): boolean {
    const missing = this.limit - remaining;
    const maxOurs = used + this.#sent - order;
    if (missing <= maxOurs) return this.#usedByOthers(now) > 0;
    // A slot is reserved one round trip longer than the service counts it.
    const ours = (used * this.length) / (this.length + (now - sentAt));
    const estimate = Math.ceil((missing - ours) * (1 + Math.min(this.inFlight / ours, 1)));
    const count = Math.min(estimate, this.limit);
    const isOutdated = count < this.#usedByOthers(now) && sentAt < this.#others.until - this.length;
    if (!isOutdated) this.#others = { count, until: now + this.length };
    return true;
  }

  /** The current limit, which backing off may have reduced. */
  #allowed(now: number): number {
    const { allowed, at } = this.#backedOff;
    return Math.min(this.limit, allowed + Math.floor((now - at) / this.length));
  }

  #used(now: number): number {
    while ((this.#ended[0] ?? now) + this.length <= now) this.#ended.shift();
    return this.inFlight + this.#ended.length + this.#usedByOthers(now);
  }

  #usedByOthers(now: number): number {
    return this.#others.until > now ? this.#others.count : 0;
  }

  /** When the given slot is released, in the order of release. */
  #releaseOf(slot: number, now: number): number {
    const others = this.#usedByOthers(now);
    const reported = this.#others.until - this.length;
    const before = this.#ended.findLastIndex((end) => end < reported) + 1;
    if (slot >= before && slot < before + others) return this.#others.until;
    const end = this.#ended[slot < before ? slot : slot - others];
    // A request in flight ends now at the earliest.
    return (end ?? now) + this.length;
  }
}
