/** A number that is known within bounds. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/** The cost in requests, by rate class (docs/design/api.md#limits). */
export interface Cost {
  readonly reads: Range;
  readonly writes: Range;
  /** Starts of manual checks. */
  readonly checks: Range;
}

/** An exact number, or a range. */
export function range(least: number, most = least): Range {
  return { least, most };
}

export const none = range(0);

/** A cost; omitted parts are zero. */
export function cost({ reads = none, writes = none, checks = none }: Partial<Cost>): Cost {
  return { reads, writes, checks };
}

export function sum(costs: readonly Cost[]): Cost {
  const total = (which: keyof Cost) => sumOf(costs.map((cost) => cost[which]));
  return { reads: total("reads"), writes: total("writes"), checks: total("checks") };
}

export function requestsOf({ reads, writes, checks }: Cost): Range {
  return sumOf([reads, writes, checks]);
}

export function sumOf(ranges: readonly Range[]): Range {
  return ranges.reduce((a, b) => range(a.least + b.least, a.most + b.most), none);
}

/** The product of a number and a cost. */
export function times(count: Range, each: Range): Range {
  return range(count.least * each.least, count.most * each.most);
}
