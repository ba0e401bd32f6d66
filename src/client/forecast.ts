import type { RateClass } from "../service/operations";
import type { Wait } from "./wait";

/** A value for each rate class. */
export function perClass<T>(create: (rateClass: RateClass) => T): Record<RateClass, T> {
  return { read: create("read"), write: create("write"), check_start: create("check_start") };
}

/** A request's positions in the queue, from 0: among all requests, and among those of its class. */
export interface QueuePosition {
  readonly overall: number;
  readonly inClass: number;
}

/** Predicts the wait of a request by class and position. The wait never decreases with the position. */
export type WaitForecast = (rateClass: RateClass, places: QueuePosition) => Wait;

/** A queued request, with the time until which it may wait. */
export interface Waiter {
  readonly rateClass: RateClass;
  readonly deadline: number;
}

/** A wait that several requests share. `from` is when the first may proceed, `until` when the last may. */
export interface SharedWait extends Wait {
  readonly from: number;
}

/** The queued requests that would miss their deadline, with their waits. Later requests move up in their place. */
export function overdue<W extends Waiter>(
  line: readonly W[],
  outlook: WaitForecast,
  now: number,
): [W, Wait][] {
  const { ends, deadline } = summarize(line);
  const isLate = (wait: Wait, until: number) => wait.until > now && wait.until > until;
  // Usually none is late. This check avoids a pass over a long queue.
  if (!ends.some(({ rateClass, last }) => isLate(outlook(rateClass, last), deadline))) return [];
  const late: [W, Wait][] = [];
  const inClass = perClass(() => 0);
  let position = 0;
  for (const waiter of line) {
    const wait = outlook(waiter.rateClass, { overall: position, inClass: inClass[waiter.rateClass] });
    if (isLate(wait, waiter.deadline)) {
      late.push([waiter, wait]);
    } else {
      position += 1;
      inClass[waiter.rateClass] += 1;
    }
  }
  return late;
}

/** The waits of queued requests, by reason. Waits for requests in flight are not included. */
export function sharedWaits(line: readonly Waiter[], outlook: WaitForecast, now: number): SharedWait[] {
  const waits = new Map<string, SharedWait>();
  for (const { rateClass, first, last } of summarize(line).ends) {
    for (const { reason, until } of [outlook(rateClass, first), outlook(rateClass, last)]) {
      if (until <= now) continue;
      const known = waits.get(reason) ?? { from: until, until };
      const [from, end] = [Math.min(known.from, until), Math.max(known.until, until)];
      waits.set(reason, { reason, from, until: end });
    }
  }
  return [...waits.values()];
}

/** The first and last position of each class, and the earliest deadline. Called often, so it allocates nothing per request. */
function summarize(line: readonly Waiter[]) {
  const classes = perClass(() => ({ count: 0, first: 0, last: 0 }));
  let deadline = Number.POSITIVE_INFINITY;
  let position = 0;
  for (const waiter of line) {
    if (waiter.deadline < deadline) deadline = waiter.deadline;
    const ofClass = classes[waiter.rateClass];
    if (ofClass.count === 0) ofClass.first = position;
    ofClass.last = position;
    ofClass.count += 1;
    position += 1;
  }
  const ends = (Object.entries(classes) as [RateClass, (typeof classes)[RateClass]][])
    .filter(([, { count }]) => count > 0)
    .map(([rateClass, { count, first, last }]) => ({
      rateClass,
      first: { overall: first, inClass: 0 },
      last: { overall: last, inClass: count - 1 },
    }));
  return { ends, deadline };
}
