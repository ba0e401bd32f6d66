import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "./options";

/** The maximum delay of Node's timers in milliseconds. Longer timers fire immediately. */
export const maxTimerDelay = 2 ** 31 - 1;

/**
 * The system's time and randomness. Time advances from the start of the process, unaffected by changes of the system's clock,
 * so that waits keep their length. A sleep ends after 24 days at the latest.
 */
export const systemClock: Clock = {
  now: () => Math.round(performance.timeOrigin + performance.now()),
  sleep: (milliseconds, signal) =>
    wait(Math.min(milliseconds, maxTimerDelay), undefined, signal === undefined ? {} : { signal }),
  random: () => Math.random(),
};
