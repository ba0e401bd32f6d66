import { longestWait } from "./retry";
import type { Wait } from "./wait";

const firstBackoff = 1_000;
const longestBackoff = 30_000;
const largestSpread = 2_000;

/** Requests under way before the service has told anything: as many as Terraform has by default. */
const firstUnderWay = 10;

/** What an ended request says of the rate: an answer other than 429, a 429, or nothing. */
export type Outcome = "accepted" | "refused" | "unknown";

/** To be called when a request that was counted ends. */
export type Leave = (outcome: Outcome) => void;

/**
 * Whether the gate is closed for everybody, and how it opens again: one request first, and one more at a time for each
 * that is answered, so that those who waited do not all come at once. Processes that share the account wait for the
 * same reset, so each opens up to a tenth of the wait, and 2 s, later by chance.
 */
export class Backoff {
  private wait: Wait = { until: 0, reason: "" };
  private reported = 0;
  private spread = 0;
  private refusals = 0;
  private opening = { mayBeUnderWay: firstUnderWay, underWay: 0 };

  constructor(private readonly random: () => number) {}

  /** What is waited for; its time is past when the gate is open. */
  get current(): Wait {
    return this.wait;
  }

  /** Whether one more request may be under way. */
  hasRoom(now: number): boolean {
    return now >= this.wait.until && this.opening.underWay < this.opening.mayBeUnderWay;
  }

  /** Counts a request that is sent. The function returned must be called when it ends. */
  enter(): Leave {
    const opening = this.opening;
    opening.underWay += 1;
    return (outcome) => {
      opening.underWay -= 1;
      // What was sent before the gate closed says nothing of how it is now.
      if (opening !== this.opening || outcome === "unknown") return;
      if (outcome === "accepted") opening.mayBeUnderWay += 1;
      this.refusals = outcome === "refused" ? this.refusals + 1 : 0;
    };
  }

  /** Closes for that many milliseconds, at most a day; a wait that is longer already stays. */
  close(milliseconds: number, reason: string, now: number): void {
    const reported = now + Math.min(milliseconds, longestWait);
    if (now >= this.wait.until) {
      this.spread = this.random() * Math.min(milliseconds / 10, largestSpread);
    } else if (reported <= this.reported) {
      return;
    }
    this.reported = reported;
    this.wait = { until: reported + this.spread, reason };
    this.opening = { mayBeUnderWay: 1, underWay: 0 };
  }

  /** Closes after a 429: as long as it asks for, and longer if nothing but 429 came since the gate opened last. */
  closeRefused(asked: number | undefined, now: number): void {
    const own = asked !== undefined && asked > 0 && this.refusals < 2 ? 0 : this.backoff();
    this.close(Math.max(asked ?? 0, own), "the service answered 429", now);
  }

  private backoff(): number {
    const whole = Math.min(firstBackoff * 2 ** Math.max(this.refusals - 1, 0), longestBackoff);
    return whole / 2 + (whole / 2) * this.random();
  }
}
