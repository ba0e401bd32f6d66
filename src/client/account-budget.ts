import type { RateLimit } from "./rate-limit";
import { RateWindow } from "./rate-window";
import type { Wait } from "./wait";

const second = 1_000;

/** The reason for a wait until the account's window resets. */
export const limitReached = "no request remains in the rate limit";

/**
 * The account's requests per hour, which other clients share (docs/design/open-points.md#24). It uses the remaining requests that
 * the service reports. Without a report, the requests of this process must fit the limit.
 */
export class AccountBudget extends RateWindow {
  readonly #reported = new RemainingRequests();
  /** A lower bound: no window has fewer remaining requests than the reported one. */
  readonly #atLeast = new RemainingRequests();
  /** When the account's window ends, according to the last response with that window; 0 before one. */
  #windowEnd = 0;
  /** When the latest answered request was sent. */
  #lastAnsweredSentAt = 0;

  override reserve(now: number) {
    return { ...super.reserve(now), reported: this.#reported.mark(), atLeast: this.#atLeast.mark() };
  }

  /** Ends a request without a response. @param at when it can no longer reach the service; undefined if it never did */
  override end(at: number | undefined): void {
    super.end(at);
    if (at === undefined) return;
    this.#reported.endUnreported();
    this.#atLeast.endUnreported();
  }

  /**
   * The request was answered. Returns when the account's window resets, if no request remains in it.
   * @param isAccountWindow whether the response has the account's window
   */
  endAnswered(
    { sentAt, reported, atLeast }: ReturnType<AccountBudget["reserve"]>,
    now: number,
    rateLimit: RateLimit | undefined,
    isAccountWindow: boolean,
  ): number | undefined {
    super.end(now);
    this.#lastAnsweredSentAt = Math.max(this.#lastAnsweredSentAt, sentAt);
    const { remaining, reset } = rateLimit ?? {};
    if (remaining === undefined) this.#atLeast.endUnreported();
    else this.#atLeast.report(atLeast, remaining, Number.POSITIVE_INFINITY);
    if (!isAccountWindow || remaining === undefined || reset === undefined) {
      this.#reported.endUnreported();
      return undefined;
    }
    this.#windowEnd = now + Math.min(reset * second, this.length);
    this.#reported.report(reported, remaining, this.#windowEnd);
    return remaining === 0 ? this.#windowEnd : undefined;
  }

  override hasCapacity(now: number): boolean {
    const reported = this.#reported.lowest(now);
    if (reported !== undefined) return reported.left > this.inFlight;
    if (super.hasCapacity(now)) return true;
    // No request remains by our count, but the service's window may have ended. One request finds out.
    if (this.#windowEnd > this.#lastAnsweredSentAt) return this.inFlight === 0;
    return this.#windowEnd > 0 && (this.#atLeast.lowest(now)?.left ?? 0) > this.inFlight;
  }

  /** Predicts waits by position in the queue. A wait that ends now is not caused by the account's limit. */
  forecast(now: number): (position: number) => Wait {
    const reported = this.#reported.lowest(now);
    if (reported !== undefined) {
      return (position) => ({ until: position < reported.left ? now : reported.until, reason: limitReached });
    }
    const reason = this.describe("requests");
    // Responses to requests in flight may report more.
    const mayChange = this.inFlight > 0 && this.#windowEnd > 0;
    if (mayChange || this.hasCapacity(now)) return () => ({ until: now, reason });
    return (position) => ({ until: this.freeAt(position, now), reason });
  }
}

/**
 * The remaining requests that the service reports (`RateLimit-Remaining`, `RateLimit-Reset`).
 *
 * Responses may arrive in a different order than the service counted the requests. So a report is valid until the response to
 * a request that was sent after it, and of all valid reports the lowest counts.
 */
export class RemainingRequests {
  #current: (RequestMark & { readonly order: number; readonly remaining: number; readonly until: number })[] =
    [];
  #reports = 0;
  #unreported = 0;

  /** The reports before a request that is sent now, and the requests without one, which determines what its response has counted. */
  mark() {
    return { reports: this.#reports, unreported: this.#unreported };
  }

  /** Records the remaining requests of a response. */
  report(mark: RequestMark, remaining: number, until: number): void {
    this.#reports += 1;
    this.#current = this.#current.filter(({ order }) => order > mark.reports);
    this.#current.push({ ...mark, order: this.#reports, remaining, until });
  }

  /** Records a request without a report, which the service may have counted. */
  endUnreported(): void {
    this.#unreported += 1;
  }

  /** The remaining requests, except for those in flight, and the time of the reset; undefined if unknown. */
  lowest(now: number): { readonly left: number; readonly until: number } | undefined {
    const past = this.#current.filter(({ until }) => until <= now);
    const [lowest] = this.#current
      .filter(({ until }) => until > now)
      .map(({ remaining, unreported, reports, until }) => {
        // An expired report counts as a response without a report.
        const ignored = past.filter(({ order }) => order > reports).length;
        return { left: remaining - (this.#unreported - unreported) - ignored, until };
      })
      .sort((a, b) => a.left - b.left);
    return lowest;
  }
}

type RequestMark = ReturnType<RemainingRequests["mark"]>;
