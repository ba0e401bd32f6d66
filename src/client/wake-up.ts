import type { Clock } from "./options";

/** One sleep at a time, after which something is done. While nothing is planned there is no timer. */
export class WakeUp {
  private planned: { readonly at: number; readonly cancel: AbortController } | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly act: () => void,
  ) {}

  /** Acts at that time, and not later if an earlier one is planned. */
  plan(at: number): void {
    if (this.planned !== undefined && this.planned.at <= at) return;
    this.cancel();
    const cancel = new AbortController();
    const planned = { at, cancel };
    this.planned = planned;
    this.clock.sleep(at - this.clock.now(), cancel.signal).then(
      () => {
        if (this.planned !== planned) return;
        this.planned = undefined;
        this.act();
      },
      // Cancelled: there is nothing to act for.
      () => undefined,
    );
  }

  cancel(): void {
    this.planned?.cancel.abort();
    this.planned = undefined;
  }
}
