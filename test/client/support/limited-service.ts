import type { RateClass } from "../../../src/service/operations";

/** How a service lays its windows: over any time, over set parts of it, or from the first request on. */
export const windowKinds = ["sliding", "aligned", "from first"] as const;
export type WindowKind = (typeof windowKinds)[number];

/** How a limited service behaves where the API is not documented. */
export interface ServiceHabits {
  readonly second: WindowKind;
  readonly hour: WindowKind;
  /** The window in the headers: that with the fewest remaining requests, or the smallest remaining share. */
  readonly speaksOf: "fewest" | "smallest part";
  /** Whether a refused request counts towards the limits. */
  readonly countsRefused: boolean;
}

export type ServiceLimits = Readonly<Record<RateClass | "hour", number>>;

/** The limits of the specification. */
export const documentedLimits: ServiceLimits = { read: 100, write: 50, check_start: 10, hour: 1_000 };

/** An answer, as far as rate limits are concerned. */
export interface LimitedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

class Window {
  private arrivals: number[] = [];
  private start = Number.NEGATIVE_INFINITY;

  constructor(
    readonly kind: WindowKind,
    readonly limit: number,
    readonly seconds: number,
  ) {}

  private get length(): number {
    return this.seconds * 1_000;
  }

  remaining(now: number): number {
    this.forget(now);
    return Math.max(0, this.limit - this.arrivals.length);
  }

  take(now: number): void {
    this.forget(now);
    if (this.kind === "from first" && this.arrivals.length === 0) this.start = now;
    this.arrivals.push(now);
  }

  /** Milliseconds until the window is empty, or until the oldest request leaves a sliding one. */
  reset(now: number): number {
    this.forget(now);
    if (this.arrivals.length === 0) return this.length;
    const start = this.kind === "sliding" ? (this.arrivals[0] ?? now) : this.startAt(now);
    return start + this.length - now;
  }

  private startAt(now: number): number {
    return this.kind === "aligned" ? Math.floor(now / this.length) * this.length : this.start;
  }

  /** Requests arrive in the order of time: those to forget are the first ones. */
  private forget(now: number): void {
    const { arrivals, kind } = this;
    if (kind === "from first") {
      if (now >= this.start + this.length) this.arrivals = [];
      return;
    }
    const since = kind === "sliding" ? now - this.length : this.startAt(now);
    const kept = arrivals.findIndex((at) => (kind === "sliding" ? at > since : at >= since));
    if (kept !== 0) arrivals.splice(0, kept === -1 ? arrivals.length : kept);
  }
}

/** A service that only counts requests, at the times at which they arrive. */
export class LimitedService {
  readonly refused: { readonly at: number; readonly rateClass: RateClass }[] = [];
  readonly accepted: { readonly at: number; readonly rateClass: RateClass }[] = [];
  private readonly hour: Window;
  private readonly seconds: Readonly<Record<RateClass, Window>>;

  constructor(
    private readonly habits: ServiceHabits,
    limits: ServiceLimits = documentedLimits,
  ) {
    const second = (rateClass: RateClass) => new Window(habits.second, limits[rateClass], 1);
    this.hour = new Window(habits.hour, limits.hour, 3_600);
    this.seconds = { read: second("read"), write: second("write"), check_start: second("check_start") };
  }

  arrive(rateClass: RateClass, now: number): LimitedAnswer {
    const windows = [this.hour, this.seconds[rateClass]];
    const full = windows.filter((window) => window.remaining(now) === 0);
    if (full.length === 0 || this.habits.countsRefused) for (const window of windows) window.take(now);
    (full.length === 0 ? this.accepted : this.refused).push({ at: now, rateClass });
    const headers = this.headers(windows, now);
    if (full.length === 0) return { status: 200, headers };
    const wait = Math.max(...full.map((window) => window.reset(now)));
    return { status: 429, headers: { ...headers, "retry-after": String(Math.ceil(wait / 1_000)) } };
  }

  private headers(windows: readonly Window[], now: number): Record<string, string> {
    const rest = (window: Window) =>
      window.remaining(now) / (this.habits.speaksOf === "fewest" ? 1 : window.limit);
    const tightest = windows.reduce((a, b) => (rest(b) < rest(a) ? b : a));
    return {
      "ratelimit-limit": windows.map(({ limit, seconds }) => `${limit};w=${seconds}`).join(", "),
      "ratelimit-remaining": String(tightest.remaining(now)),
      "ratelimit-reset": String(Math.ceil(tightest.reset(now) / 1_000)),
    };
  }
}
