import type { Clock } from "./options";

/** Calls a function at a scheduled time, with at most one timer. */
export class WakeTimer {
  private scheduled: { readonly at: number; readonly cancel: AbortController } | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly callback: () => void,
  ) {}

  /** Schedules a call, unless an earlier one is scheduled. */
  schedule(at: number): void {
    if (this.scheduled !== undefined && this.scheduled.at <= at) return;
    this.cancel();
    const cancel = new AbortController();
    const planned = { at, cancel };
    this.scheduled = planned;
    this.clock.sleep(at - this.clock.now(), cancel.signal).then(
      () => {
        if (this.scheduled !== planned) return;
        this.scheduled = undefined;
        this.callback();
      },
      // Cancelled.
      () => undefined,
    );
  }

  cancel(): void {
    this.scheduled?.cancel.abort();
    this.scheduled = undefined;
  }
}
