import type { RateClass } from "./operations";

/** The requests that the service allows in an hour, of all classes together (docs/design/api.md#limits). */
export const requestsPerHour = 1_000;

/** The requests of a class that it allows in a second (docs/design/api.md#limits). */
export const requestsPerSecond: Readonly<Record<RateClass, number>> = {
  read: 100,
  write: 50,
  check_start: 10,
};

/**
 * The most addresses that a subnet may have (/16). Reading 100 hosts takes a request, so that no more than 100,000 can be
 * read, and therefore managed, in an hour. The service documents no limit of its own.
 */
export const maxSubnetAddresses = 65_536;
