import type { RateClass } from "../service/operations";
import type { Wait } from "./wait";

/** A request's places in line, counted from 0: among all, and among those of its class. */
export interface Places {
  readonly inLine: number;
  readonly inClass: number;
}

/** What a request waits for by its class and its places in line. It does not become shorter further back. */
export type Outlook = (rateClass: RateClass, places: Places) => Wait;

/** One in line, who may wait until the deadline. */
export interface Waiter {
  readonly rateClass: RateClass;
  readonly deadline: number;
}

/** A wait that many share: from when the first and until when the last of them may go. */
export interface SharedWait extends Wait {
  readonly from: number;
}

/** Those in line who would wait too long, and for what. Who goes makes room for those behind. */
export function tooLate<W extends Waiter>(line: readonly W[], outlook: Outlook, now: number): [W, Wait][] {
  const { ends, deadline } = survey(line);
  const isLate = (wait: Wait, until: number) => wait.until > now && wait.until > until;
  // As a rule nobody is late, and in a long line it would take long to ask everybody.
  if (!ends.some(({ rateClass, last }) => isLate(outlook(rateClass, last), deadline))) return [];
  const late: [W, Wait][] = [];
  const inClass: Record<RateClass, number> = { read: 0, write: 0, check_start: 0 };
  let inLine = 0;
  for (const waiter of line) {
    const wait = outlook(waiter.rateClass, { inLine, inClass: inClass[waiter.rateClass] });
    if (isLate(wait, waiter.deadline)) {
      late.push([waiter, wait]);
    } else {
      inLine += 1;
      inClass[waiter.rateClass] += 1;
    }
  }
  return late;
}

/** What those in line wait for, by reason. Who waits only for the answer to a request under way is not among them. */
export function sharedWaits(line: readonly Waiter[], outlook: Outlook, now: number): SharedWait[] {
  const waits = new Map<string, SharedWait>();
  for (const { rateClass, first, last } of survey(line).ends) {
    for (const { reason, until } of [outlook(rateClass, first), outlook(rateClass, last)]) {
      if (until <= now) continue;
      const known = waits.get(reason) ?? { from: until, until };
      const [from, end] = [Math.min(known.from, until), Math.max(known.until, until)];
      waits.set(reason, { reason, from, until: end });
    }
  }
  return [...waits.values()];
}

/** The places of the first and the last of each class, and the earliest deadline of all. Called often: makes nothing per waiter. */
function survey(line: readonly Waiter[]) {
  const classes: Record<RateClass, { count: number; first: number; last: number }> = {
    read: { count: 0, first: 0, last: 0 },
    write: { count: 0, first: 0, last: 0 },
    check_start: { count: 0, first: 0, last: 0 },
  };
  let deadline = Number.POSITIVE_INFINITY;
  let inLine = 0;
  for (const waiter of line) {
    if (waiter.deadline < deadline) deadline = waiter.deadline;
    const ofClass = classes[waiter.rateClass];
    if (ofClass.count === 0) ofClass.first = inLine;
    ofClass.last = inLine;
    ofClass.count += 1;
    inLine += 1;
  }
  const ends = (Object.entries(classes) as [RateClass, (typeof classes)[RateClass]][])
    .filter(([, { count }]) => count > 0)
    .map(([rateClass, { count, first, last }]) => ({
      rateClass,
      first: { inLine: first, inClass: 0 },
      last: { inLine: last, inClass: count - 1 },
    }));
  return { ends, deadline };
}
