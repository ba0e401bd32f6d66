import { requestsPerSecond } from "../service/limits";
import type { RateClass } from "../service/operations";
import { AccountBudget, type AccountReservation } from "./account-budget";
import type { Outlook } from "./forecast";
import type { RateLimit, RatePolicy } from "./rate-limit";
import { RateWindow, type WindowPlace } from "./rate-window";
import { longer, perPeriod, type Wait } from "./wait";

const second = 1_000;
const hour = 3_600 * second;

const nouns: Readonly<Record<RateClass, string>> = {
  read: "reads",
  write: "writes",
  check_start: "check starts",
};

/** A policy is of a class of requests if its window is shorter than a minute, else of the account. Both in seconds. */
const accountWindows = { shortest: 60, longest: 86_400 };

/** How long after it was given up a request may still reach the service, in milliseconds: a guess. */
const mayArriveLate = second;

/** A request that may be sent, as the budgets remember it. */
export interface Reservation {
  readonly rateClass: RateClass;
  readonly ofClass: WindowPlace;
  readonly ofAccount: AccountReservation;
}

/**
 * What may be spent: so many requests of a class within a second, so many of the account's within an hour, and this
 * process's share of them. Limits that answers tell replace the documented ones.
 */
export class Budgets {
  /** The documented limits hold until an answer tells others. */
  private readonly classes: Readonly<Record<RateClass, RateWindow>> = {
    read: new RateWindow(requestsPerSecond.read, second),
    write: new RateWindow(requestsPerSecond.write, second),
    check_start: new RateWindow(requestsPerSecond.check_start, second),
  };
  private readonly account = new AccountBudget();
  private readonly share: RateWindow | undefined;

  constructor(maxRequestsPerHour: number | undefined) {
    this.share = maxRequestsPerHour === undefined ? undefined : new RateWindow(maxRequestsPerHour, hour);
  }

  take(rateClass: RateClass, now: number): Reservation {
    this.share?.take(now);
    return { rateClass, ofClass: this.classes[rateClass].take(now), ofAccount: this.account.take(now) };
  }

  /** The request never reached the service. */
  giveBack({ rateClass }: Reservation): void {
    this.classes[rateClass].giveBack();
    this.account.giveBack();
    this.share?.giveBack();
  }

  /** There is no answer, but the service may have counted the request, or count it yet. */
  lose({ rateClass }: Reservation, now: number): void {
    this.classes[rateClass].end(now + mayArriveLate);
    this.account.lose(now + mayArriveLate);
    this.share?.end(now);
  }

  /**
   * The request was answered, and the answer may have said something of the limits. Returns when the account's window
   * starts anew, if it said that nothing remains in it.
   */
  end(
    { rateClass, ofClass, ofAccount }: Reservation,
    now: number,
    said: RateLimit | undefined,
    isRefused: boolean,
  ): number | undefined {
    const window = this.classes[rateClass];
    window.end(now);
    this.share?.end(now);
    this.learnPolicies(window, said?.policies ?? []);
    const { remaining, reset } = said ?? {};
    // Only the window of a second resets so soon.
    const isOfClass =
      reset !== undefined && reset * second <= window.length && (remaining ?? 0) <= window.limit;
    if (isOfClass && remaining !== undefined) window.learnRemaining(remaining, ofClass, now);
    if (isOfClass && isRefused) window.backOff(now);
    return this.account.end(ofAccount, now, said, !isOfClass);
  }

  /** Whether a request of any class may be sent, as far as the hour is concerned. */
  hasRoom(now: number): boolean {
    return this.account.hasRoom(now) && (this.share?.hasRoom(now) ?? true);
  }

  hasRoomFor(rateClass: RateClass, now: number): boolean {
    return this.classes[rateClass].hasRoom(now);
  }

  /** What requests wait for by their class and places in line, as it looks now, if nothing opens before `from`. */
  outlook(now: number, from: Wait): Outlook {
    const ofAccount = this.account.outlook(now);
    const reasons = {
      read: this.reasonOf("read"),
      write: this.reasonOf("write"),
      check_start: this.reasonOf("check_start"),
    };
    return (rateClass, { inLine, inClass }) => {
      const until = this.share?.freeAt(inLine, now) ?? now;
      const ofShare = { until, reason: "max_requests_per_hour is used up" };
      const ofHour = longer(longer(from, ofAccount(inLine)), ofShare);
      const free = this.classes[rateClass].freeAt(inClass, now, ofHour.until);
      return longer(ofHour, { until: free, reason: reasons[rateClass] });
    };
  }

  private reasonOf(rateClass: RateClass): string {
    const { limit, length } = this.classes[rateClass];
    return `the service allows ${limit} ${nouns[rateClass]} ${perPeriod(length)}`;
  }

  private learnPolicies(ofClass: RateWindow, policies: readonly RatePolicy[]): void {
    const { shortest, longest } = accountWindows;
    const usable = policies
      .filter(({ limit, window }) => limit > 0 && window > 0 && window <= longest)
      .sort((a, b) => a.window - b.window);
    const short = usable.find(({ window }) => window < shortest);
    const long = usable.findLast(({ window }) => window >= shortest);
    if (short !== undefined) [ofClass.limit, ofClass.length] = [short.limit, short.window * second];
    if (long !== undefined) this.account.learnPolicy(long);
  }
}
