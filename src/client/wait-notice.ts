import type { Logger } from "./options";
import { dateOf, type Wait } from "./wait";

/** What moves by less, and what comes again after less, is the same wait. In milliseconds. */
const sameWait = 1_000;

/**
 * Tells the log that requests wait: a line per wait and reason, however many requests, and one more if its end moves.
 */
export class WaitNotice {
  private readonly told = new Map<string, { until: number; lines: number }>();

  constructor(private readonly logger: Logger | undefined) {}

  tell({ until, reason }: Wait, now: number): void {
    for (const [each, wait] of this.told) if (wait.until + sameWait < now) this.told.delete(each);
    const before = this.told.get(reason);
    const moved = before !== undefined && Math.abs(until - before.until) > sameWait;
    const speaks = before === undefined || (moved && before.lines < 2);
    this.told.set(reason, { until, lines: (before?.lines ?? 0) + (speaks ? 1 : 0) });
    if (speaks) this.logger?.warn("waiting for a rate limit", { reason, until: dateOf(until) });
  }
}
