const hour = 3_600_000;

/** How many requests of the account's hour this process allows itself. Times are in milliseconds. */
export interface HourlyShare {
  /** When the next request may be sent; a time that is past means now. */
  freeAt(): number;
  /** Reserves a request that is about to be sent. */
  take(now: number): void;
}

/** At most that many requests within any hour; without a number as many as the service allows. */
export function createHourlyShare(most: number | undefined): HourlyShare {
  if (most === undefined) return { freeAt: () => 0, take: () => undefined };
  // The latest requests, the oldest next to be overwritten: a new one may come an hour after that.
  const sent: number[] = [];
  let next = 0;
  return {
    freeAt: () => (sent.length < most ? 0 : (sent[next] ?? 0) + hour),
    take(now) {
      sent[next] = now;
      next = (next + 1) % most;
    },
  };
}
