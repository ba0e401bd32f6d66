import type { Clock, LogFields, Logger } from "../../../src/client/options";

/** A clock that advances only, and immediately, when code sleeps. */
export interface ManualClock extends Clock {
  readonly sleeps: number[];
  advance(milliseconds: number): void;
}

export function manualClock(chance = 0): ManualClock {
  let now = Date.UTC(2026, 0, 1);
  const sleeps: number[] = [];
  return {
    sleeps,
    now: () => now,
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted();
      sleeps.push(milliseconds);
      now += milliseconds;
    },
    random: () => chance,
    advance(milliseconds) {
      now += milliseconds;
    },
  };
}

/** A clock on which every sleep lasts until it is cancelled. */
export function stillClock(): Clock & { readonly asleep: Promise<void> } {
  const { promise, resolve } = deferred();
  return {
    asleep: promise,
    now: () => 0,
    sleep: (_milliseconds, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
        resolve();
      }),
    random: () => 0,
  };
}

/** A promise with its ends in hand. */
export function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** A logger that keeps its lines. */
export function keptLog(): Logger & {
  readonly lines: { level: string; message: string; fields: LogFields }[];
} {
  const lines: { level: string; message: string; fields: LogFields }[] = [];
  const at =
    (level: string) =>
    (message: string, fields: LogFields = {}) => {
      lines.push({ level, message, fields });
    };
  return {
    lines,
    trace: at("trace"),
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
  };
}
