import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "./options";

/** The longest time that a timer of Node can be set to, in milliseconds; what is longer would fire at once. */
export const longestTimer = 2 ** 31 - 1;

/**
 * The system's time and randomness. Time goes on from the system's at the start of the process and is not set back or
 * forth with it: waits would become longer or too short. A sleep may end early after 24 days.
 */
export const systemClock: Clock = {
  now: () => Math.round(performance.timeOrigin + performance.now()),
  sleep: (milliseconds, signal) =>
    wait(Math.min(milliseconds, longestTimer), undefined, signal === undefined ? {} : { signal }),
  random: () => Math.random(),
};
