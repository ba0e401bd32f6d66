import type { Clock } from "../../../src/client/options";

interface Event {
  readonly at: number;
  readonly act: () => void;
}

/** Virtual time: advances to the next event when all code is waiting. */
export interface VirtualTime extends Clock {
  /** Sleeps that have neither ended nor been cancelled. */
  readonly sleeping: number;
  /**
   * Lets time pass until the promise is settled, and stand still while `busy` says that something else goes on. Fails if
   * nothing is left to wait for before that.
   */
  run<T>(work: Promise<T>, busy?: () => boolean): Promise<T>;
}

/** @param random chance, from 0 up to 1 */
export function virtualTime(random: () => number): VirtualTime {
  const events: Event[] = [];
  let now = Date.UTC(2026, 0, 1);
  const add = (event: Event) => {
    const before = events.findLastIndex(({ at }) => at <= event.at);
    events.splice(before + 1, 0, event);
  };
  return {
    get sleeping() {
      return events.length;
    },
    now: () => now,
    random,
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const event = { at: now + Math.max(milliseconds, 0), act: resolve };
        add(event);
        signal?.addEventListener("abort", () => {
          const index = events.indexOf(event);
          if (index >= 0) events.splice(index, 1);
          reject(signal.reason);
        });
      }),
    async run(work, busy = () => false) {
      let settled = false;
      const done = () => {
        settled = true;
      };
      work.then(done, done);
      for (;;) {
        await new Promise(setImmediate);
        if (settled) return work;
        if (busy()) continue;
        const next = events.shift();
        if (next === undefined) throw new Error("nothing is left to wait for");
        now = Math.max(now, next.at);
        next.act();
      }
    },
  };
}
