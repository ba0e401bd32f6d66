import { systemClock } from "../../src/client/clock";
import type { Clock } from "../../src/client/options";

/** The longest real wait, in milliseconds: what the emulator does after a moment is done by then. */
export const longestWait = 25;

/** A clock on which whoever waits is soon where the wait would have ended, and so is everybody who reads it. */
export function fastClock(): Clock {
  let ahead = 0;
  const now = () => systemClock.now() + ahead;
  return {
    now,
    random: systemClock.random,
    async sleep(milliseconds, signal) {
      const end = now() + milliseconds;
      await systemClock.sleep(Math.min(milliseconds, longestWait), signal);
      ahead += Math.max(0, end - now());
    },
  };
}
