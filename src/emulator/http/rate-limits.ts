import { unlimited } from "../../service/limits";
import { documentedLimits, type Limits } from "../options";
import type { OpenPointSettings } from "../settings";

/** The limit per second that an operation counts against (docs/design/api.md#endpoints: rate class). */
export type RateClass = Exclude<keyof Limits, "hour">;

/** A window that starts with its first request, or with the hour or second of the clock. */
class Window {
  #start = Number.NEGATIVE_INFINITY;
  #used = 0;

  constructor(
    readonly limit: number,
    readonly seconds: number,
    private readonly isByClock = false,
  ) {}

  /** The window at a time, with the requests that are left and the whole seconds until it resets, rounded up. */
  at(now: number) {
    const length = this.seconds * 1000;
    const isOpen = now >= this.#start && now < this.#start + length;
    const start = isOpen ? this.#start : this.isByClock ? now - (now % length) : now;
    const used = isOpen ? this.#used : 0;
    const reset = Math.ceil((start + length - now) / 1000);
    return { start, used, remaining: Math.max(0, this.limit - used), reset };
  }

  take(now: number): void {
    const { start, used } = this.at(now);
    this.#start = start;
    this.#used = used + 1;
  }
}

/** Counts requests of the account against its limits (docs/design/api.md#limits). */
export class RateLimits {
  readonly #windows: Readonly<Record<keyof Limits, Window>>;

  constructor(limits: Partial<Limits> | "off", hourWindow: OpenPointSettings["hourWindow"]) {
    const windows = Object.entries(documentedLimits).map(([name, documented]) => {
      const limit = limits === "off" ? unlimited : (limits[name as keyof Limits] ?? documented);
      const window = name === "hour" ? new Window(limit, 3600, hourWindow === "clock") : new Window(limit, 1);
      return [name, window] as const;
    });
    this.#windows = Object.fromEntries(windows) as Record<keyof Limits, Window>;
  }

  /** Counts a request. If a limit is reached, counts nothing and returns the seconds to wait. */
  take(rateClass: RateClass, now: number): number | undefined {
    const windows = this.#windowsOf(rateClass);
    const full = windows.map((each) => each.at(now)).filter(({ remaining }) => remaining === 0);
    if (full.length > 0) return Math.max(...full.map(({ reset }) => reset));
    for (const each of windows) each.take(now);
    return undefined;
  }

  /** The `RateLimit-*` headers: the policies, and the values of the most restrictive window. */
  headers(rateClass: RateClass, now: number): Record<string, string> {
    const windows = this.#windowsOf(rateClass);
    const { remaining, reset } = windows
      .map((each) => each.at(now))
      .reduce((a, b) => (b.remaining < a.remaining ? b : a));
    return {
      "RateLimit-Limit": windows.map((each) => `${each.limit};w=${each.seconds}`).join(", "),
      "RateLimit-Remaining": String(remaining),
      "RateLimit-Reset": String(reset),
    };
  }

  #windowsOf(rateClass: RateClass): readonly [Window, Window] {
    return [this.#windows.hour, this.#windows[rateClass]];
  }
}
