import { ServiceError } from "../../../client/errors";
import type { RateLimit } from "../../../client/rate-limit";
import { observedRateLimit } from "../../../provider/data/rate-limit";
import { hourOf } from "../../account/hour";
import type { AccountOptions } from "../../account/options";
import { type AccountSession, withAccount } from "../../account/session";
import { type PrintOptions, print } from "../../output/print";
import type { ProcessContext } from "../../output/terminal";
import { limitsText } from "./output";

/** Options of `rblmonitor limits`. */
export interface LimitsOptions extends AccountOptions, PrintOptions {}

/** Reads the shortest list, and shows the limits that the answer reports. Does not wait for a limit. */
export async function runLimits(options: LimitsOptions, processContext: ProcessContext): Promise<void> {
  const activity = {
    doing: "Reading the limits",
    stopped: () => "Stopped before the service had reported its limits.",
  };
  const reported = await withAccount({ maxWait: 0, ...options }, processContext, activity, accountLimits);
  const limits = observedRateLimit(reported);
  const result = { ...limits, hour: hourOf(limits) };
  print(processContext, options, result, (screen) => limitsText(result, screen));
}

/** A refusal because of the limits reports them, too (docs/design/api.md#errors). */
async function accountLimits({ account }: AccountSession): Promise<RateLimit | undefined> {
  try {
    return await account.rateLimit();
  } catch (error) {
    const reported = await account.reportedRateLimit();
    if (reported !== undefined && error instanceof ServiceError && error.kind === "rate_limited")
      return reported;
    throw error;
  }
}
