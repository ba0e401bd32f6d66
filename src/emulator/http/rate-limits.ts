import { unlimited } from "../../service/limits";
import type { RateClass as DocumentedClass } from "../../service/operations";
import { documentedLimits, type Limits } from "../options";
import type { OpenPointSettings } from "../settings";

/**
 * The per-second limit of an operation (docs/design/api.md#endpoints: rate class). Whether resending a confirmation has a separate
 * limit is not documented.
 */
export type RateClass = DocumentedClass | "resend";

/** A window that starts with its first request, or with the hour or second of the clock. */
class Window {
  #start = Number.NEGATIVE_INFINITY;
  #used = 0;
  readonly #isByClock: boolean;

  constructor(
    readonly limit: number,
    readonly seconds: number,
    isByClock = false,
  ) {
    this.#isByClock = isByClock;
  }

  remaining(now: number): number {
    return Math.max(0, this.limit - (this.#open(now) ? this.#used : 0));
  }

  take(now: number): void {
    if (!this.#open(now)) {
      this.#start = this.#startAt(now);
      this.#used = 0;
    }
    this.#used += 1;
  }

  /** Whole seconds until the window resets, rounded up. */
  reset(now: number): number {
    const start = this.#open(now) ? this.#start : this.#startAt(now);
    return Math.ceil((start + this.seconds * 1000 - now) / 1000);
  }

  #startAt(now: number): number {
    return this.#isByClock ? now - (now % (this.seconds * 1000)) : now;
  }

  #open(now: number): boolean {
    return now >= this.#start && now < this.#start + this.seconds * 1000;
  }
}

/** Counts requests of the account against its limits (docs/design/api.md#limits). */
export class RateLimits {
  readonly #hour: Window;
  readonly #seconds: Readonly<Record<RateClass, Window>>;

  constructor(limits: Partial<Limits> | "off", hourWindow: OpenPointSettings["hourWindow"]) {
    const limit = (name: keyof Limits) =>
      limits === "off" ? unlimited : (limits[name] ?? documentedLimits[name]);
    const second = (name: keyof Limits) => new Window(limit(name), 1);
    this.#hour = new Window(limit("hour"), 3600, hourWindow === "clock");
    this.#seconds = {
      read: second("readPerSecond"),
      write: second("writePerSecond"),
      check_start: second("checkPerSecond"),
      resend: second("resendPerSecond"),
    };
  }

  /** Counts a request. If a limit is reached, counts nothing and returns the seconds to wait. */
  take(rateClass: RateClass, now: number): number | undefined {
    const windows = this.#windows(rateClass);
    const waits = windows.filter((each) => each.remaining(now) === 0).map((each) => each.reset(now));
    if (waits.length > 0) return Math.max(...waits);
    for (const each of windows) each.take(now);
    return undefined;
  }

  /** The `RateLimit-*` headers: the policies, and the values of the most restrictive window. */
  headers(rateClass: RateClass, now: number): Record<string, string> {
    const windows = this.#windows(rateClass);
    const tightest = windows.reduce((a, b) => (b.remaining(now) < a.remaining(now) ? b : a));
    return {
      "RateLimit-Limit": windows.map((each) => `${each.limit};w=${each.seconds}`).join(", "),
      "RateLimit-Remaining": String(tightest.remaining(now)),
      "RateLimit-Reset": String(tightest.reset(now)),
    };
  }

  #windows(rateClass: RateClass): readonly [Window, Window] {
    return [this.#hour, this.#seconds[rateClass]];
  }
}
