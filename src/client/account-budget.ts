import { requestsPerHour } from "../service/limits";
import type { RateLimit, RatePolicy } from "./rate-limit";
import { RateWindow, type WindowPlace } from "./rate-window";
import { RemainingRequests, type RequestMark } from "./remaining-requests";
import { perPeriod, type Wait } from "./wait";

const second = 1_000;

/** The limit of docs/design/api.md#limits, which holds until an answer tells another. */
const documented = { limit: requestsPerHour, window: 3_600 };

/** The reason for a wait until the account's window starts anew. */
export const spent = "no request remains in the rate limit";

/** A request that may be sent, as the account's budget remembers it. */
export interface AccountReservation {
  readonly place: WindowPlace;
  readonly reported: RequestMark;
  readonly atLeast: RequestMark;
}

/**
 * What the account may spend in an hour, which others spend from, too (docs/design/open-points.md#24). What the service says remains is
 * believed; where it does not say, what this process has sent must fit the limit.
 */
export class AccountBudget {
  private readonly window = new RateWindow(documented.limit, documented.window * second);
  private readonly reported = new RemainingRequests();
  /** What remains at least: whichever window an answer speaks of, no less remains in the others. */
  private readonly atLeast = new RemainingRequests();
  /** When the account's window ends, by the last answer that spoke of it. */
  private windowEnd = Number.NEGATIVE_INFINITY;
  /** When the last request was sent that was answered. */
  private lastHeard = Number.NEGATIVE_INFINITY;
  private inFlight = 0;

  take(now: number): AccountReservation {
    this.inFlight += 1;
    return { place: this.window.take(now), reported: this.reported.mark(), atLeast: this.atLeast.mark() };
  }

  /** The request never reached the service. */
  giveBack(): void {
    this.inFlight -= 1;
    this.window.giveBack();
  }

  /** There is no answer, and the request may arrive until then. */
  lose(until: number): void {
    this.inFlight -= 1;
    this.window.end(until);
    this.reported.endUnreported();
    this.atLeast.endUnreported();
  }

  /**
   * The request was answered. `ofAccount` says whether the answer speaks of the account's window. Returns when that starts
   * anew, if nothing remains in it.
   */
  end(
    reservation: AccountReservation,
    now: number,
    said: RateLimit | undefined,
    ofAccount: boolean,
  ): number | undefined {
    this.inFlight -= 1;
    this.window.end(now);
    this.lastHeard = Math.max(this.lastHeard, reservation.place.sentAt);
    const { remaining, reset } = said ?? {};
    if (remaining === undefined) this.atLeast.endUnreported();
    else this.atLeast.report(reservation.atLeast, remaining, Number.POSITIVE_INFINITY);
    if (!ofAccount || remaining === undefined || reset === undefined) {
      this.reported.endUnreported();
      return undefined;
    }
    this.windowEnd = now + Math.min(reset * second, this.window.length);
    this.reported.report(reservation.reported, remaining, this.windowEnd);
    return remaining === 0 ? this.windowEnd : undefined;
  }

  learnPolicy({ limit, window }: RatePolicy): void {
    this.window.limit = limit;
    this.window.length = window * second;
  }

  hasRoom(now: number): boolean {
    const known = this.reported.least(now);
    if (known !== undefined) return known.left > this.inFlight;
    if (this.window.hasRoom(now)) return true;
    // By our own count nothing is left; but the service counts otherwise if its window has ended. One request finds out.
    if (this.windowEnd > this.lastHeard) return this.inFlight === 0;
    return this.isReported && (this.atLeast.least(now)?.left ?? 0) > this.inFlight;
  }

  /** What requests wait for by their place in line, as it looks now; what ends now is no wait for the account's limit. */
  outlook(now: number): (place: number) => Wait {
    const known = this.reported.least(now);
    if (known !== undefined) {
      return (place) => ({ until: place < known.left ? now : known.until, reason: spent });
    }
    const { limit, length } = this.window;
    const reason = `the service allows ${limit} requests ${perPeriod(length)}`;
    // Answers to what is under way may tell of more.
    const mayChange = this.inFlight > 0 && this.isReported;
    if (mayChange || this.hasRoom(now)) return () => ({ until: now, reason });
    return (place) => ({ until: this.window.freeAt(place, now), reason });
  }

  private get isReported(): boolean {
    return Number.isFinite(this.windowEnd);
  }
}
