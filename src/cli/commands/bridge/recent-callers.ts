import type { Caller } from "./caller";

/** Callers by their credentials, up to a number: of those without a request under way, the one unused longest makes room. */
export class RecentCallers {
  private readonly callers = new Map<string, Caller>();

  constructor(private readonly most: number) {}

  get size(): number {
    return this.callers.size;
  }

  /** The caller, which then counts as used last. */
  use(key: string): Caller | undefined {
    const caller = this.callers.get(key);
    if (caller === undefined) return undefined;
    this.callers.delete(key);
    this.callers.set(key, caller);
    return caller;
  }

  /** Keeps a caller, unless all others are busy. */
  keep(key: string, caller: Caller): void {
    if (this.callers.size < this.most || this.callers.has(key) || this.makeRoom())
      this.callers.set(key, caller);
  }

  forget(key: string): void {
    this.callers.delete(key);
  }

  private makeRoom(): boolean {
    for (const [key, { busy }] of this.callers) if (busy === 0) return this.callers.delete(key);
    return false;
  }
}
