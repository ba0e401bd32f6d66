import type { RateClass } from "./operations";

/** The maximum number of requests per hour, of all classes (docs/design/api.md#limits). */
export const requestsPerHour = 1_000;

/** The number that the emulator reports as a limit if it has none. */
export const unlimited = 1_000_000_000;

/** The maximum number of requests per second, by class (docs/design/api.md#limits). */
export const requestsPerSecond: Readonly<Record<RateClass, number>> = {
  read: 100,
  write: 50,
  check_start: 10,
};

/**
 * The maximum number of addresses of a subnet (/16). A request reads 100 hosts, so at most 100,000 hosts can be read, and
 * therefore managed, in an hour. The service documents no limit.
 */
export const maxSubnetAddresses = 65_536;

/** Milliseconds before each reading of what was just written: 17 seconds for an answer that lags (docs/design/open-points.md#47). */
export const lagDelays: readonly number[] = [0, 2_000, 5_000, 10_000];

/**
 * The reads that confirm the first object of a kind that a process deletes, pauses, resumes or creates, at least and at most: the
 * service may keep the one, and hide the others (docs/design/open-points.md#47). A resumed object is read only if its status
 * was an unknown word, and a new one if it is pending.
 */
export const confirmingReads = {
  deleted: { least: 1, most: 1 },
  paused: { least: 1, most: 1 },
  active: { least: 0, most: 1 },
  pending: { least: 0, most: 1 },
} as const;
