/** A number that is known within bounds. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/** How many requests something costs, by the limits that they count against (docs/design/api.md#limits). */
export interface Cost {
  readonly reads: Range;
  readonly writes: Range;
  /** Starts of manual checks. */
  readonly checks: Range;
}

/** Exactly so many, or at least so many and at most so many. */
export function range(least: number, most = least): Range {
  return { least, most };
}

export const none = range(0);

/** A cost, of which nothing is what is not named. */
export function cost({ reads = none, writes = none, checks = none }: Partial<Cost>): Cost {
  return { reads, writes, checks };
}

/** All of them together. */
export function sum(costs: readonly Cost[]): Cost {
  const total = (which: keyof Cost) => sumOf(costs.map((one) => one[which]));
  return { reads: total("reads"), writes: total("writes"), checks: total("checks") };
}

/** All requests of a cost, of whatever sort. */
export function requestsOf({ reads, writes, checks }: Cost): Range {
  return sumOf([reads, writes, checks]);
}

/** The numbers added up. */
export function sumOf(ranges: readonly Range[]): Range {
  return ranges.reduce((a, b) => range(a.least + b.least, a.most + b.most), none);
}

/** Each of so many costs so much. */
export function times(count: Range, each: Range): Range {
  return range(count.least * each.least, count.most * each.most);
}
