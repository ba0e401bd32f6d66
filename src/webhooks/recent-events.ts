/** The ids of recently handled events, for deduplication (docs/design/open-points.md#21). */
export class RecentEvents {
  readonly #handled = new Map<string, Promise<void>>();
  readonly #capacity: number;

  /** @param capacity the maximum number of ids; the oldest is dropped */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /**
   * Handles an event, unless it is a duplicate; then waits until it is handled. After an error, the event is not a duplicate
   * when the service sends it again.
   *
   * @returns whether the event was new
   * @throws the error of `handle`
   */
  async handleOnce(sid: string, handle: () => Promise<void>): Promise<boolean> {
    const before = this.#handled.get(sid);
    if (before !== undefined) {
      await before;
      return false;
    }
    const handling = handle();
    this.#handled.set(sid, handling);
    this.#forgetOldest();
    try {
      await handling;
    } catch (thrown) {
      if (this.#handled.get(sid) === handling) this.#handled.delete(sid);
      throw thrown;
    }
    return true;
  }

  #forgetOldest(): void {
    // A map's first key is its oldest.
    const [oldest] = this.#handled.keys();
    if (this.#handled.size > this.#capacity && oldest !== undefined) this.#handled.delete(oldest);
  }
}
