import { durationText } from "./durations";
import { type Output, shortenedTo } from "./terminal";

/** A command that ends within this many milliseconds shows no progress. */
const progressDelay = 1_000;
const lineInterval = 10_000;

/**
 * The progress of a command for people, with the elapsed time. On a terminal, it is one line that is rewritten, from the first
 * second on; in a file, on a pipe, or in CI, it is nothing, or a line every ten seconds.
 * @param lines whether a line is printed every ten seconds where no terminal can rewrite one
 */
export function progressOn(stream: Output, env: NodeJS.ProcessEnv, lines = false) {
  const rewrites = stream.isTTY === true && !env.CI && env.TERM !== "dumb";
  const begun = Date.now();
  let current: (() => string) | undefined;
  let isShown = false;
  const line = () => `${current?.()}, ${durationText((Date.now() - begun) / 1_000)}`;
  const draw = () => {
    if (!rewrites || current === undefined || Date.now() - begun < progressDelay) return;
    stream.write(`\r\u001b[2K${shortenedTo(line(), (stream.columns || 80) - 1)}`);
    isShown = true;
  };
  const print = () => {
    if (lines && current !== undefined) stream.write(`rblmonitor: ${line()}\n`);
  };
  const timer = (rewrites ? setInterval(draw, progressDelay) : setInterval(print, lineInterval)).unref();
  const clear = () => {
    if (isShown) stream.write("\r\u001b[2K");
    isShown = false;
  };
  return {
    /** Shows a text, which is called only then. */
    show(text: () => string) {
      current = text;
      draw();
    },
    /** Clears the line until the next `show`, for other output. */
    clear() {
      current = undefined;
      clear();
    },
    /** Removes the line. */
    end() {
      clearInterval(timer);
      clear();
    },
  };
}
