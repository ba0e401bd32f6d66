import { durationText } from "./durations";
import { type Output, shortenedTo } from "./terminal";

/** The progress of a command, with the elapsed time. */
export interface Progress {
  /** @param text is called only when it is shown */
  show(text: () => string): void;
  /** Clears the line until the next {@link show}, for other output. */
  clear(): void;
  /** Removes the line. */
  end(): void;
}

/** Time for progress. */
export interface Ticker {
  now(): number;
  /** Calls again and again after that many milliseconds. @returns a function that ends it */
  every(milliseconds: number, act: () => void): () => void;
}

const systemTicker: Ticker = {
  now: Date.now,
  every(milliseconds, act) {
    const timer = setInterval(act, milliseconds).unref();
    return () => clearInterval(timer);
  },
};

interface ProgressOptions {
  /** Whether a line is printed every ten seconds where no terminal can rewrite one. */
  readonly lines?: boolean;
  readonly ticker?: Ticker;
}

/** A command that ends within this many milliseconds shows no progress. */
const progressDelay = 1_000;
const lineInterval = 10_000;

/**
 * Progress for people. On a terminal, it is one line that is rewritten, from the first second on; in a file, on a pipe, or in
 * CI, it is nothing, or a line every ten seconds.
 */
export function progressOn(
  stream: Output,
  env: NodeJS.ProcessEnv,
  { lines = false, ticker = systemTicker }: ProgressOptions = {},
): Progress {
  const rewrites = stream.isTTY === true && !env.CI && env.TERM !== "dumb";
  if (!rewrites && !lines) return { show: () => undefined, clear: () => undefined, end: () => undefined };
  const begun = ticker.now();
  let current: (() => string) | undefined;
  let isShown = false;
  const line = () => `${current?.()}, ${durationText((ticker.now() - begun) / 1_000)}`;
  const draw = () => {
    if (!rewrites || current === undefined || ticker.now() - begun < progressDelay) return;
    stream.write(`\r\u001b[2K${shortenedTo(line(), (stream.columns || 80) - 1)}`);
    isShown = true;
  };
  const print = () => {
    if (current !== undefined) stream.write(`rblmonitor: ${line()}\n`);
  };
  const stop = rewrites ? ticker.every(progressDelay, draw) : ticker.every(lineInterval, print);
  const clear = () => {
    if (isShown) stream.write("\r\u001b[2K");
    isShown = false;
  };
  return {
    show(text) {
      current = text;
      draw();
    },
    clear() {
      current = undefined;
      clear();
    },
    end() {
      stop();
      clear();
    },
  };
}
