/**
 * A listing that several ask for at about the same time. Whoever asks gets one that begins after the asking: it waits
 * a moment for others to join, and who comes when it is under way shares the next one.
 */
export class SharedListing<T> {
  private next: Promise<T> | undefined;
  private current: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly list: () => Promise<T>,
    private readonly gather: () => Promise<void>,
  ) {}

  read(): Promise<T> {
    this.next ??= this.begin();
    return this.next;
  }

  private async begin(): Promise<T> {
    try {
      await this.gather();
      await this.current.catch(() => undefined);
    } finally {
      this.next = undefined;
    }
    const listing = this.list();
    this.current = listing;
    return listing;
  }
}
