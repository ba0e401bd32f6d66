import { constants } from "node:os";

/** A signal that ends a process early: from Ctrl-C, or from whoever supervises the process. */
export type Interrupt = "SIGINT" | "SIGTERM";

const interrupts: readonly Interrupt[] = ["SIGINT", "SIGTERM"];

/** The process, or its substitute in a test. */
export interface InterruptSource {
  once(signal: Interrupt, listener: () => void): unknown;
  off(signal: Interrupt, listener: () => void): unknown;
}

let received: Interrupt | undefined;

/**
 * Holds the first interrupt back until some work is done or given up, so that it can clean up. A second one ends the
 * process immediately.
 * @param onInterrupt called at the interrupt, to shorten the work
 */
export async function interruptible<T>(
  source: InterruptSource,
  onInterrupt: (signal: Interrupt) => void,
  work: () => Promise<T>,
): Promise<T> {
  const listeners = interrupts.map((signal) => {
    const listener = () => {
      received ??= signal;
      ignore();
      onInterrupt(signal);
    };
    source.once(signal, listener);
    return { signal, listener };
  });
  const ignore = () => {
    for (const { signal, listener } of listeners) source.off(signal, listener);
  };
  try {
    return await work();
  } finally {
    ignore();
  }
}

/** Holds the first interrupt back until some short work is done, such as writing files. */
export function uninterrupted<T>(work: () => Promise<T>): Promise<T> {
  return interruptible(process, () => undefined, work);
}

/** Resolves on Ctrl-C or SIGTERM, for a server. SIGTERM is the normal end of one, and leaves its exit code 0. */
export function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    const end = (signal: Interrupt) => {
      if (signal === "SIGTERM") received = undefined;
      resolve();
    };
    // Listens for as long as the process runs.
    void interruptible(process, end, () => new Promise(() => undefined));
  });
}

/**
 * Ends the process by the interrupt that it held back, if there was one. A shell ends a loop or a script only for a command
 * that the signal ended, not for one that chose its exit code.
 */
export function endByInterrupt(): void {
  if (received === undefined) return;
  process.exitCode = 128 + constants.signals[received];
  // Windows has no signals: there, this would end the process with exit code 1.
  if (process.platform === "win32") return;
  process.removeAllListeners(received);
  process.kill(process.pid, received);
}
