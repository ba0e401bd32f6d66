import type { Clock } from "./options";

/** Requests in the order of their operations. A request that is sent again keeps its position. */
export class RequestQueue<Entry extends { readonly position: number }> {
  readonly #queued: Entry[] = [];
  #positions = 0;

  /** Returns the position after all previous ones. */
  nextPosition(): number {
    this.#positions += 1;
    return this.#positions;
  }

  get length(): number {
    return this.#queued.length;
  }

  /** A copy of the queue, in order. */
  entries(): readonly Entry[] {
    return [...this.#queued];
  }

  add(entry: Entry): void {
    const behind = this.#queued.findLastIndex(({ position }) => position < entry.position);
    this.#queued.splice(behind + 1, 0, entry);
  }

  remove(entry: Entry): void {
    const index = this.#queued.indexOf(entry);
    if (index >= 0) this.#queued.splice(index, 1);
  }
}

/** Calls a function at a scheduled time, with at most one timer. */
export class WakeTimer {
  #scheduled: { readonly at: number; readonly cancel: AbortController } | undefined;
  readonly #clock: Clock;
  readonly #callback: () => void;

  constructor(clock: Clock, callback: () => void) {
    this.#clock = clock;
    this.#callback = callback;
  }

  /** Schedules a call, unless an earlier one is scheduled. */
  schedule(at: number): void {
    if (this.#scheduled !== undefined && this.#scheduled.at <= at) return;
    this.cancel();
    const cancel = new AbortController();
    const planned = { at, cancel };
    this.#scheduled = planned;
    this.#clock.sleep(at - this.#clock.now(), cancel.signal).then(
      () => {
        if (this.#scheduled !== planned) return;
        this.#scheduled = undefined;
        this.#callback();
      },
      // Cancelled.
      () => undefined,
    );
  }

  cancel(): void {
    this.#scheduled?.cancel.abort();
    this.#scheduled = undefined;
  }
}
