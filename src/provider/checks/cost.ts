import { maxStatusRequests } from "../../client/checks";
import { type Cost, cost, none, range } from "../cost";
import { defaultTimeout } from "./run-check";

/** The arguments that determine the cost of a check, as far as they are known. */
interface PlannedCheck {
  readonly wait?: unknown;
  readonly timeout?: unknown;
}

/** The requests of a manual check: its start, and the status reads until it has finished. */
export function costOfCheck({ wait, timeout }: PlannedCheck): Cost {
  const seconds = typeof timeout === "number" ? timeout : defaultTimeout;
  const asked = wait === false ? none : range(wait === true ? 1 : 0, maxStatusRequests(seconds));
  return cost({ checks: range(1), reads: asked });
}
