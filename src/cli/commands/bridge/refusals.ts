const minute = 60_000;
/** Addresses that are counted one by one; the others of the same minute share a count. */
const mostAddresses = 10_000;
const others = "others";

/** Counts by address, in each minute, how often the service refused credentials. Times are in milliseconds since 1970. */
export class Refusals {
  private readonly counts = new Map<string, number>();
  private until = 0;

  constructor(private readonly mostAMinute = 60) {}

  /** Counts one. */
  add(address: string, now: number): void {
    this.turn(now);
    const key = this.keyOf(address);
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  /** Seconds until the address may try further credentials; 0 if it may now. */
  wait(address: string, now: number): number {
    this.turn(now);
    const count = this.counts.get(this.keyOf(address)) ?? 0;
    return count < this.mostAMinute ? 0 : Math.ceil((this.until - now) / 1_000);
  }

  private turn(now: number): void {
    if (now < this.until) return;
    this.counts.clear();
    this.until = now + minute;
  }

  private keyOf(address: string): string {
    return this.counts.has(address) || this.counts.size < mostAddresses ? address : others;
  }
}
