import { groupedBy } from "../service/groups";
import type { RateClass } from "../service/operations";
import type { Wait } from "./wait";

/** A value for each rate class. */
export function perClass<T>(create: (rateClass: RateClass) => T): Record<RateClass, T> {
  return { read: create("read"), write: create("write"), check_start: create("check_start") };
}

/**
 * Predicts the wait of a request by class and positions in the queue, from 0: among all requests, and among those of its class.
 * The wait never decreases with the positions.
 */
export type WaitForecast = (
  rateClass: RateClass,
  position: readonly [overall: number, inClass: number],
) => Wait;

/** A queued request, with the time until which it may wait. */
export interface Waiter {
  readonly rateClass: RateClass;
  readonly deadline: number;
}

/** The queued requests that would miss their deadline, with their waits. Later requests move up in their place. */
export function overdue<W extends Waiter>(line: readonly W[], outlook: WaitForecast, now: number) {
  const { ends, deadline } = summarize(line);
  const isLate = (wait: Wait, until: number) => wait.until > now && wait.until > until;
  // Usually none is late. This check avoids a pass over a long queue.
  if (!ends.some(({ rateClass, last }) => isLate(outlook(rateClass, last), deadline))) return [];
  const late: [W, Wait][] = [];
  const inClass = perClass(() => 0);
  for (const waiter of line) {
    const position = Object.values(inClass).reduce((sum, count) => sum + count);
    const wait = outlook(waiter.rateClass, [position, inClass[waiter.rateClass]]);
    if (isLate(wait, waiter.deadline)) late.push([waiter, wait]);
    else inClass[waiter.rateClass] += 1;
  }
  return late;
}

/**
 * The waits of queued requests, by reason: from when the first may proceed, until when the last may. Waits for requests in flight
 * are not included.
 */
export function sharedWaits(line: readonly Waiter[], outlook: WaitForecast, now: number) {
  const waits = summarize(line)
    .ends.flatMap(({ rateClass, first, last }) => [outlook(rateClass, first), outlook(rateClass, last)])
    .filter(({ until }) => until > now);
  return [...groupedBy(waits, ({ reason }) => reason)].map(([reason, same]) => {
    const ends = same.map(({ until }) => until);
    return { reason, from: Math.min(...ends), until: Math.max(...ends) };
  });
}

/** The first and last position of each class, and the earliest deadline. Called often, so it allocates nothing per request. */
function summarize(line: readonly Waiter[]) {
  const classes = perClass((rateClass) => ({ rateClass, count: 0, first: 0, last: 0 }));
  let deadline = Number.POSITIVE_INFINITY;
  let position = 0;
  for (const waiter of line) {
    deadline = Math.min(deadline, waiter.deadline);
    const ofClass = classes[waiter.rateClass];
    if (ofClass.count === 0) ofClass.first = position;
    ofClass.last = position;
    ofClass.count += 1;
    position += 1;
  }
  const ends = Object.values(classes)
    .filter(({ count }) => count > 0)
    .map(({ rateClass, count, first, last }) => {
      return { rateClass, first: [first, 0] as const, last: [last, count - 1] as const };
    });
  return { ends, deadline };
}
