/** What is remembered of a request from its sending on, to know what its answer can have counted. */
export interface RequestMark {
  /** The answers that had told something by then. */
  readonly reports: number;
  readonly unreported: number;
}

interface RemainingReport extends RequestMark {
  readonly order: number;
  readonly remaining: number;
  readonly until: number;
}

interface Left {
  readonly left: number;
  readonly until: number;
}

/**
 * How many requests the service says remain, until when (`RateLimit-Remaining`, `RateLimit-Reset`).
 *
 * Answers come in another order than the service counted in. So an answer counts until another comes whose request was
 * sent after it, and of those that may have been the last the one that leaves least is believed.
 */
export class RemainingRequests {
  private current: RemainingReport[] = [];
  private reports = 0;
  private unreported = 0;

  /** The mark of a request that is being sent. */
  mark(): RequestMark {
    return { reports: this.reports, unreported: this.unreported };
  }

  /** The answer to that request says that so many remain until then. */
  report(mark: RequestMark, remaining: number, until: number): void {
    this.reports += 1;
    this.current = this.current.filter(({ order }) => order > mark.reports);
    this.current.push({ ...mark, order: this.reports, remaining, until });
  }

  /** A request has ended that the service may have counted, and its answer, if there was one, did not tell. */
  endUnreported(): void {
    this.unreported += 1;
  }

  /** What is left but for requests in flight, and when the service will start anew; undefined if it is not known. */
  least(now: number): Left | undefined {
    const past = this.current.filter(({ until }) => until <= now);
    return this.current
      .filter(({ until }) => until > now)
      .map(({ remaining, unreported, reports, until }) => {
        // An answer that is believed no longer is one that does not tell.
        const ignored = past.filter(({ order }) => order > reports).length;
        return { left: remaining - (this.unreported - unreported) - ignored, until };
      })
      .reduce<Left | undefined>(
        (least, each) => (least === undefined || each.left < least.left ? each : least),
        undefined,
      );
  }
}
