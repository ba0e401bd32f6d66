import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "./options";

/** The longest time that a timer of Node can be set to, in milliseconds; what is longer would fire at once. */
export const longestTimer = 2 ** 31 - 1;

/** The system's time and randomness. A sleep may end early after 24 days. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    wait(Math.min(milliseconds, longestTimer), undefined, signal === undefined ? {} : { signal }),
  random: () => Math.random(),
};
