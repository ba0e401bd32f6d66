/** Limits what is under way at once, by key. A key with nothing under way takes no memory. */
export class Places<Key> {
  private readonly taken = new Map<Key, number>();
  private inAll = 0;

  constructor(private readonly mostPerKey: number) {}

  /** Places that are taken. */
  get total(): number {
    return this.inAll;
  }

  /**
   * Takes a place.
   * @returns a function that frees it; undefined if the key has no place left
   */
  take(key: Key): (() => void) | undefined {
    const before = this.taken.get(key) ?? 0;
    if (before >= this.mostPerKey) return undefined;
    this.taken.set(key, before + 1);
    this.inAll += 1;
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      this.inAll -= 1;
      const left = (this.taken.get(key) ?? 1) - 1;
      if (left === 0) this.taken.delete(key);
      else this.taken.set(key, left);
    };
  }
}
