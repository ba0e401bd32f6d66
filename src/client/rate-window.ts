/** How many requests more a process allows itself after each window without a refusal. */
const regained = 1;

/** What a window remembers of a request from its sending on. */
export interface WindowPlace {
  readonly sentAt: number;
  /** Requests in the window when this one was sent, itself included. */
  readonly used: number;
  /** How many requests had been sent by then. */
  readonly order: number;
}

/**
 * At most `limit` requests within `length` milliseconds, however the service lays its windows.
 *
 * A request counts when it arrives, which is at some time between its sending and its answer. So its slot is taken when
 * it is sent, and free again a whole window after its answer: then no window of the service's, fixed or sliding, holds
 * more than `limit` of ours. That costs the time of one round trip in each window.
 */
export class RateWindow {
  /** What this process allowed itself when it was last refused, and when that was. */
  private humbled = { allowed: Number.POSITIVE_INFINITY, at: Number.NEGATIVE_INFINITY };
  private inFlight = 0;
  private sent = 0;
  /** When requests ended, the earliest first. Those before `first` no longer count. */
  private ended: number[] = [];
  private first = 0;
  private others = { count: 0, until: 0 };

  constructor(
    public limit: number,
    public length: number,
  ) {}

  take(now: number): WindowPlace {
    this.inFlight += 1;
    this.sent += 1;
    return { sentAt: now, used: this.used(now), order: this.sent };
  }

  /** The request never reached the service. */
  giveBack(): void {
    this.inFlight -= 1;
  }

  /** The request will not arrive at the service any more after that time. */
  end(at: number): void {
    this.inFlight -= 1;
    const before = this.ended.findLastIndex((each) => each <= at);
    this.ended.splice(before + 1, 0, at);
  }

  hasRoom(now: number): boolean {
    return this.used(now) < this.allowed(now);
  }

  /**
   * The service refused a request of this window, so others use it too, of whom nobody knows. Like all who meet on a road
   * without signs, this process takes half as much from now on, and a little more with each window that goes well.
   */
  backOff(now: number): void {
    if (now < this.humbled.at + this.length) return;
    this.humbled = { allowed: Math.max(1, Math.floor(this.allowed(now) / 2)), at: now };
  }

  /** When the request at that place in line, counted from 0, can be sent, if none can before `from`. */
  freeAt(place: number, now: number, from = now): number {
    const allowed = this.allowed(now);
    const slot = (place % allowed) + this.used(now) - allowed;
    const first = slot < 0 ? now : this.releaseOf(slot, now);
    return Math.max(first, from) + Math.floor(place / allowed) * this.length;
  }

  /**
   * Learns from an answer how many requests remained in the window. What is missing and cannot be ours, others have
   * used. As many of theirs may be under way as are of ours, in proportion; that is a guess, and it holds until a
   * request sent later tells another, at most for as long as theirs may stand in a window.
   */
  learnRemaining(remaining: number, { sentAt, used, order }: WindowPlace, now: number): void {
    const missing = this.limit - remaining;
    const oursAtMost = used + this.sent - order;
    if (missing <= oursAtMost) return;
    // Slots are held for a round trip longer than the service counts them.
    const ours = (used * this.length) / (this.length + (now - sentAt));
    const guess = Math.ceil((missing - ours) * (1 + Math.min(this.inFlight / ours, 1)));
    const count = Math.min(guess, this.limit);
    if (count < this.usedByOthers(now) && sentAt < this.others.until - this.length) return;
    this.others = { count, until: now + this.length };
  }

  /** How many requests this process allows itself in a window. */
  private allowed(now: number): number {
    const { allowed, at } = this.humbled;
    const windows = Math.floor((now - at) / this.length);
    return windows >= this.limit ? this.limit : Math.min(this.limit, allowed + windows * regained);
  }

  private used(now: number): number {
    while (this.first < this.ended.length && (this.ended[this.first] ?? now) + this.length <= now) {
      this.first += 1;
    }
    if (this.first > 1_000) {
      this.ended = this.ended.slice(this.first);
      this.first = 0;
    }
    return this.inFlight + this.ended.length - this.first + this.usedByOthers(now);
  }

  private usedByOthers(now: number): number {
    return this.others.until > now ? this.others.count : 0;
  }

  /** When that slot of those in use is free, in the order in which they become so. */
  private releaseOf(slot: number, now: number): number {
    const others = this.usedByOthers(now);
    const reported = this.others.until - this.length;
    const before = others === 0 ? 0 : this.ended.slice(this.first).filter((end) => end <= reported).length;
    if (slot >= before && slot < before + others) return this.others.until;
    const end = this.ended[this.first + (slot < before ? slot : slot - others)];
    // What is in flight ends now at the earliest.
    return (end ?? now) + this.length;
  }
}
