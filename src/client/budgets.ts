import { requestsPerHour, requestsPerSecond } from "../service/limits";
import type { RateClass } from "../service/operations";
import { AccountBudget } from "./account-budget";
import { perClass, type WaitForecast } from "./forecast";
import type { RateLimit, RatePolicy } from "./rate-limit";
import { RateWindow } from "./rate-window";
import { longer, type Wait } from "./wait";

const second = 1_000;
const hour = 3_600 * second;

const classNames: Readonly<Record<RateClass, string>> = {
  read: "reads",
  write: "writes",
  check_start: "check starts",
};

/** A policy with a window shorter than a minute is that of a rate class, and otherwise that of the account. In seconds. */
const accountWindowSeconds = { shortest: 60, longest: 86_400 };

/** How long after it was abandoned a request may still reach the service, in milliseconds: an estimate. */
const lateArrivalTime = second;

/** A reserved request. */
export type Reservation = ReturnType<Budgets["reserve"]>;

/**
 * The limits of requests: per rate class and second, per account and hour, and the share of this process. Limits in responses
 * replace the documented ones.
 */
export class Budgets {
  /** The documented limits, until a response has others. */
  readonly #classes = perClass((rateClass) => new RateWindow(requestsPerSecond[rateClass], second));
  readonly #account = new AccountBudget(requestsPerHour, hour);
  readonly #share: RateWindow;

  constructor(maxRequestsPerHour = Number.POSITIVE_INFINITY) {
    this.#share = new RateWindow(maxRequestsPerHour, hour);
  }

  reserve(rateClass: RateClass, now: number) {
    this.#share.reserve(now);
    return {
      rateClass,
      classSlot: this.#classes[rateClass].reserve(now),
      account: this.#account.reserve(now),
    };
  }

  /** Ends a request without a response. @param isSent whether the service may count it */
  endUnanswered({ rateClass }: Reservation, now: number, isSent: boolean): void {
    const at = isSent ? now + lateArrivalTime : undefined;
    for (const window of [this.#classes[rateClass], this.#account, this.#share]) window.end(at);
  }

  /**
   * The request was answered. Returns when the account's window resets, if the response reports that no request remains, and
   * whether a used window explains a refusal. One that this process alone used up had room for its last request.
   */
  end(
    { rateClass, classSlot, account }: Reservation,
    now: number,
    rateLimit: RateLimit | undefined,
    isRefused: boolean,
  ): { readonly resetAt: number | undefined; readonly isUsedUp: boolean } {
    const window = this.#classes[rateClass];
    window.end(now);
    this.#share.end(now);
    this.#applyPolicies(window, rateLimit?.policies ?? []);
    const { remaining, reset } = rateLimit ?? {};
    // Only the class's window resets so soon.
    const isClassWindow =
      reset !== undefined && reset * second <= window.length && (remaining ?? 0) <= window.limit;
    const isShared =
      !isClassWindow || (remaining !== undefined && window.updateRemaining(remaining, classSlot, now));
    if (isClassWindow && isRefused) window.backOff(now);
    const resetAt = this.#account.endAnswered(account, now, rateLimit, !isClassWindow);
    return { resetAt, isUsedUp: remaining === 0 && isShared };
  }

  /** Whether the hourly limits allow a request. */
  hasCapacity(now: number): boolean {
    return this.#account.hasCapacity(now) && this.#share.hasCapacity(now);
  }

  hasClassCapacity(rateClass: RateClass, now: number): boolean {
    return this.#classes[rateClass].hasCapacity(now);
  }

  /** Predicts waits by class and position, if no request may be sent before `from`. */
  forecast(now: number, from: Wait): WaitForecast {
    const accountForecast = this.#account.forecast(now);
    const reasons = perClass((rateClass) => this.#classes[rateClass].describe(classNames[rateClass]));
    return (rateClass, [overall, inClass]) => {
      const ofShare = { until: this.#share.freeAt(overall, now), reason: "max_requests_per_hour is used up" };
      const ofHour = longer(longer(from, accountForecast(overall)), ofShare);
      const free = this.#classes[rateClass].freeAt(inClass, now, ofHour.until);
      return longer(ofHour, { until: free, reason: reasons[rateClass] });
    };
  }

  #applyPolicies(classWindow: RateWindow, policies: readonly RatePolicy[]): void {
    const { shortest, longest } = accountWindowSeconds;
    const usable = policies
      .filter(({ limit, window }) => limit > 0 && window > 0 && window <= longest)
      .sort((a, b) => a.window - b.window);
    const short = usable.find(({ window }) => window < shortest);
    const long = usable.findLast(({ window }) => window >= shortest);
    if (short !== undefined) classWindow.setPolicy(short);
    if (long !== undefined) this.#account.setPolicy(long);
  }
}
