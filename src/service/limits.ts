import type { RateClass } from "./operations";

/** The requests that the service allows in an hour, of all classes together (api-4.0, Limits). */
export const requestsPerHour = 1_000;

/** The requests of a class that it allows in a second (api-4.0, Limits). */
export const requestsPerSecond: Readonly<Record<RateClass, number>> = {
  read: 100,
  write: 50,
  check_start: 10,
};
