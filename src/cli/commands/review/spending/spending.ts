import { type Cost, range, requestsOf } from "../../../../provider/cost";
import { requestsPerHour } from "../../../../service/limits";
import type { Spending } from "../report";
import { secondsFor } from "./time";

/** What the service told of its limits. */
export interface ToldLimits {
  /** Requests allowed in an hour. */
  readonly perHour?: number;
  /** Requests left of this hour, and the seconds until the next. */
  readonly left?: number;
  readonly reset?: number;
  /** How many are left at least, where it told no more than that. */
  readonly leftAtLeast?: number;
}

const wholeHour = 3_600;

/**
 * What a plan costs, and how long that takes. What is not known of the hour counts as left for the shortest time, and as
 * spent for the longest.
 */
export function spendingOf(cost: Cost, refresh: number, told: ToldLimits): Spending {
  const { perHour = requestsPerHour, left, leftAtLeast, reset = wholeHour } = told;
  const seconds = (which: "least" | "most") => {
    const unknown = which === "least" ? perHour : (leftAtLeast ?? perHour);
    return secondsFor(cost, which, { perHour, left: left ?? unknown, reset });
  };
  return {
    requests: requestsOf(cost),
    ...{ reads: cost.reads, writes: cost.writes, check_starts: cost.checks, refresh },
    hourly_limit: perHour,
    ...(left !== undefined && { left, reset }),
    ...(left === undefined && leftAtLeast !== undefined && { left_at_least: leftAtLeast }),
    seconds: range(seconds("least"), seconds("most")),
  };
}
