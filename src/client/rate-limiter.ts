import type { RateClass } from "../service/operations";
import { spent } from "./account-budget";
import { Backoff, type Leave, type Outcome } from "./backoff";
import { Budgets, type Reservation } from "./budgets";
import { sharedWaits, tooLate, type Waiter } from "./forecast";
import type { Clock, Logger } from "./options";
import { type RateLimit, readRateLimit } from "./rate-limit";
import { readRetryAfter } from "./retry";
import { WaitNotice, WaitTooLong } from "./wait";
import { type Waiting, WaitingLine } from "./waiting-line";
import { WakeUp } from "./wake-up";

/**
 * What lets requests through as fast as the service allows, for everything in the process (docs/design/api.md#limits; docs/design/writing.md#rates).
 * It reserves before it sends, and believes what the answers say.
 */
export interface RateLimiter {
  /** The way of one operation through the gate, for each time that it is sent. */
  enter(rateClass: RateClass, signal?: AbortSignal): Passage;
  /** What the last answer that said anything of the rate limits said; undefined before the first. */
  readonly rateLimit: RateLimit | undefined;
}

/** One operation's way through the gate. Where it has to be sent again, it keeps its place in line. */
export interface Passage {
  /**
   * Waits until a request may be sent, and reserves it; the function that is resolved to must be called when it ends.
   * Rejects with {@link WaitTooLong} as soon as it is known that the operation would wait longer than `maxWait` in all,
   * and at once when the signal is aborted.
   */
  pass(): Promise<(ending: Ending) => void>;
}

/**
 * How a request ended: with an answer, `lost` when there is none and the service may have counted it, `unsent` when the
 * service has certainly not seen it. Header names are in lower case.
 */
export type Ending =
  | { readonly status: number; readonly headers: Readonly<Record<string, string | string[] | undefined>> }
  | "lost"
  | "unsent";

/** What a gate is made with. `maxWait` is in milliseconds. */
export interface RateLimiterSettings {
  readonly clock: Clock;
  readonly logger?: Logger | undefined;
  readonly maxWait: number;
  readonly maxRequestsPerHour?: number | undefined;
}

type Answered = Exclude<Ending, string>;
type Admission = (ending: Ending) => void;

const unavailable = "the service is unavailable for a while";
const outcomes = new Map<number, Outcome>([
  [429, "refused"],
  [503, "unknown"],
]);

interface Member extends Waiting<Admission>, Waiter {}

export function createRateLimiter(settings: RateLimiterSettings): RateLimiter {
  return new QueueingRateLimiter(settings);
}

class QueueingRateLimiter implements RateLimiter {
  rateLimit: RateLimit | undefined;
  private readonly clock: Clock;
  private readonly budgets: Budgets;
  private readonly closing: Backoff;
  private readonly line = new WaitingLine<Admission, Member>();
  private readonly notice: WaitNotice;
  private readonly wakeUp: WakeUp;
  private underWay = 0;

  constructor(private readonly settings: RateLimiterSettings) {
    this.clock = settings.clock;
    this.budgets = new Budgets(settings.maxRequestsPerHour);
    this.closing = new Backoff(() => this.clock.random());
    this.notice = new WaitNotice(settings.logger);
    this.wakeUp = new WakeUp(this.clock, () => this.move());
  }

  enter(rateClass: RateClass, signal?: AbortSignal): Passage {
    const place = this.line.nextPlace();
    let waited = 0;
    return {
      pass: async () => {
        const since = this.clock.now();
        const deadline = since + this.settings.maxWait - waited;
        const admission = await this.wait({ rateClass, place, deadline }, signal);
        waited += this.clock.now() - since;
        return admission;
      },
    };
  }

  private wait(who: Pick<Member, "rateClass" | "place" | "deadline">, signal?: AbortSignal) {
    return new Promise<Admission>((resolve, reject) => {
      signal?.throwIfAborted();
      const forget = () => signal?.removeEventListener("abort", cancel);
      const member: Member = {
        ...who,
        admit(admission) {
          forget();
          resolve(admission);
        },
        refuse(reason) {
          forget();
          reject(reason);
        },
      };
      const cancel = () => {
        this.line.leave(member);
        member.refuse(signal?.reason);
        this.move();
      };
      signal?.addEventListener("abort", cancel);
      this.line.join(member);
      this.move();
    });
  }

  /** Lets through who may pass now, turns away who would wait too long, and plans when to look again. */
  private move(): void {
    const now = this.clock.now();
    this.admit(now);
    if (this.line.length === 0) {
      this.wakeUp.cancel();
      return;
    }
    const outlook = this.budgets.outlook(now, this.closing.current);
    const left = this.line.length + this.underWay;
    for (const [member, wait] of tooLate(this.line.members(), outlook, now)) {
      this.line.leave(member);
      member.refuse(new WaitTooLong(wait, left));
    }
    const waits = sharedWaits(this.line.members(), outlook, now);
    for (const wait of waits) this.notice.show(wait, now);
    if (waits.length === 0) this.wakeUp.cancel();
    else this.wakeUp.plan(Math.min(...waits.map(({ from }) => from)));
  }

  private admit(now: number): void {
    const full = new Set<RateClass>();
    for (const member of this.line.members()) {
      if (!this.closing.hasRoom(now) || !this.budgets.hasRoom(now)) return;
      // A class whose second is full does not hold up the others behind it.
      if (full.has(member.rateClass)) continue;
      if (this.budgets.hasRoomFor(member.rateClass, now)) {
        this.line.leave(member);
        member.admit(this.send(member.rateClass, now));
      } else {
        full.add(member.rateClass);
      }
    }
  }

  private send(rateClass: RateClass, now: number): Admission {
    const reservation = this.budgets.take(rateClass, now);
    const leave = this.closing.enter();
    this.underWay += 1;
    return (ending) => {
      this.underWay -= 1;
      if (ending === "unsent") this.budgets.giveBack(reservation);
      if (ending === "lost") this.budgets.lose(reservation, this.clock.now());
      if (typeof ending === "string") leave("unknown");
      else this.learn(reservation, leave, ending);
      this.move();
    };
  }

  private learn(reservation: Reservation, leave: Leave, { status, headers }: Answered): void {
    const now = this.clock.now();
    const said = readRateLimit(headers);
    this.rateLimit = said ?? this.rateLimit;
    leave(outcomes.get(status) ?? "accepted");
    const anew = this.budgets.end(reservation, now, said, status === 429);
    if (anew !== undefined) this.closing.close(anew - now, spent, now);
    const asked = readRetryAfter(headers["retry-after"], now);
    if (status === 503 && asked !== undefined) this.closing.close(asked, unavailable, now);
    const reset = said?.remaining === 0 && said.reset !== undefined ? said.reset * 1_000 : undefined;
    if (status === 429) this.closing.closeRefused(asked ?? reset, now);
  }
}
