import { type Cost, requestsOf } from "../../../../provider/cost";
import { requestsPerSecond } from "../../../../service/limits";

/** What may be spent. */
export interface Allowance {
  /** Requests in an hour. */
  readonly perHour: number;
  /** Those left of this hour. */
  readonly left: number;
  /** Seconds until the next hour begins. */
  readonly reset: number;
}

const hour = 3_600;

/**
 * The seconds that the requests take at the limits, if nobody else spends from them: what is left of this hour is sent
 * at once, then each hour's requests when it begins.
 * @param which the bound of the cost that is meant
 */
export function secondsFor(cost: Cost, which: "least" | "most", { perHour, left, reset }: Allowance): number {
  const all = requestsOf(cost)[which];
  const sending =
    cost.reads[which] / requestsPerSecond.read +
    cost.writes[which] / requestsPerSecond.write +
    cost.checks[which] / requestsPerSecond.check_start;
  if (all <= left) return sending;
  const hours = Math.ceil((all - left) / perHour);
  const inTheLast = all - left - (hours - 1) * perHour;
  return reset + (hours - 1) * hour + (sending * inTheLast) / all;
}

/** A duration as people say it: `less than a second`, `4 s`, `12 min`, `3 h 10 min`. */
export function durationText(seconds: number): string {
  if (seconds < 1) return "less than a second";
  if (seconds <= 59) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest === 0 ? "" : ` ${rest} min`}`;
}
