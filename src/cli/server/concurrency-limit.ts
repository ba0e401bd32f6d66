/** Limits concurrent work by key. A key without work takes no memory. */
export class ConcurrencyLimit<Key> {
  private readonly counts = new Map<Key, number>();
  private sum = 0;

  constructor(private readonly limitPerKey: number) {}

  /** Places that are taken. */
  get total(): number {
    return this.sum;
  }

  /**
   * Takes a place.
   * @returns a function that frees it; undefined if the key has no place left
   */
  acquire(key: Key): (() => void) | undefined {
    const before = this.counts.get(key) ?? 0;
    if (before >= this.limitPerKey) return undefined;
    this.counts.set(key, before + 1);
    this.sum += 1;
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      this.sum -= 1;
      const left = (this.counts.get(key) ?? 1) - 1;
      if (left === 0) this.counts.delete(key);
      else this.counts.set(key, left);
    };
  }
}
