/** The state when a request was sent, which determines what its response has counted. */
export interface RequestMark {
  /** The number of reports before the request. */
  readonly reports: number;
  readonly unreported: number;
}

interface RemainingReport extends RequestMark {
  readonly order: number;
  readonly remaining: number;
  readonly until: number;
}

interface Remaining {
  readonly left: number;
  readonly until: number;
}

/**
 * The remaining requests that the service reports (`RateLimit-Remaining`, `RateLimit-Reset`).
 *
 * Responses may arrive in a different order than the service counted the requests. So a report is valid until the response to
 * a request that was sent after it, and of all valid reports the lowest counts.
 */
export class RemainingRequests {
  private current: RemainingReport[] = [];
  private reports = 0;
  private unreported = 0;

  /** The mark of a request that is sent now. */
  mark(): RequestMark {
    return { reports: this.reports, unreported: this.unreported };
  }

  /** Records the remaining requests of a response. */
  report(mark: RequestMark, remaining: number, until: number): void {
    this.reports += 1;
    this.current = this.current.filter(({ order }) => order > mark.reports);
    this.current.push({ ...mark, order: this.reports, remaining, until });
  }

  /** Records a request without a report, which the service may have counted. */
  endUnreported(): void {
    this.unreported += 1;
  }

  /** The remaining requests, except for those in flight, and the time of the reset; undefined if unknown. */
  lowest(now: number): Remaining | undefined {
    const past = this.current.filter(({ until }) => until <= now);
    return this.current
      .filter(({ until }) => until > now)
      .map(({ remaining, unreported, reports, until }) => {
        // An expired report counts as a response without a report.
        const ignored = past.filter(({ order }) => order > reports).length;
        return { left: remaining - (this.unreported - unreported) - ignored, until };
      })
      .reduce<Remaining | undefined>(
        (least, each) => (least === undefined || each.left < least.left ? each : least),
        undefined,
      );
  }
}
