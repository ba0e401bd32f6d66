/** The events that were handled lately, by their ids, so that one that is sent again is not handled again (docs/design/open-points.md#21). */
export class RecentEvents {
  private readonly handled = new Map<string, Promise<void>>();

  /** @param capacity how many ids are remembered; the oldest is forgotten for a new one */
  constructor(private readonly capacity: number) {}

  /**
   * Handles an event, unless it was handled or is being handled: then its end is waited for. One whose handling failed
   * is forgotten, so that the next attempt of the service is a new one.
   *
   * @returns whether it was new
   * @throws what handling it throws
   */
  async once(sid: string, handle: () => Promise<void>): Promise<boolean> {
    const before = this.handled.get(sid);
    if (before !== undefined) {
      await before;
      return false;
    }
    const handling = handle();
    this.handled.set(sid, handling);
    this.forgetOldest();
    try {
      await handling;
    } catch (thrown) {
      if (this.handled.get(sid) === handling) this.handled.delete(sid);
      throw thrown;
    }
    return true;
  }

  private forgetOldest(): void {
    if (this.handled.size <= this.capacity) return;
    // A map's first key is its oldest.
    for (const oldest of this.handled.keys()) {
      this.handled.delete(oldest);
      return;
    }
  }
}
