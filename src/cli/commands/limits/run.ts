import { ServiceError } from "../../../client/errors";
import type { RateLimit } from "../../../client/rate-limit";
import { observedRateLimit } from "../../../provider/data/rate-limit";
import { type Hour, hourOf, type Limits } from "../../account/hour";
import { type AccountSession, type Surroundings, withAccount } from "../../account/session";
import { print } from "../../output/print";
import type { Paint } from "../../output/terminal";
import { counted } from "../../output/words";
import type { LimitsOptions } from "./options";

/** Asks for the shortest list there is, and tells what the service says of its limits beside it, without waiting for them. */
export async function runLimits(options: LimitsOptions, surroundings: Surroundings): Promise<void> {
  const words = {
    doing: "Asking for the limits",
    stopped: () => "Stopped before the service had told its limits.",
  };
  const told = await withAccount({ maxWait: 0, ...options }, surroundings, words, toldLimits);
  const limits = observedRateLimit(told);
  const result = { ...limits, hour: hourOf(limits) };
  print(surroundings, options, result, (paint) => text(result, paint));
}

/** A refusal because of the limits tells them, too (api-4.0, Errors). */
async function toldLimits({ account }: AccountSession): Promise<RateLimit | undefined> {
  try {
    return await account.rateLimit();
  } catch (error) {
    const told = await account.toldRateLimit();
    if (told !== undefined && error instanceof ServiceError && error.kind === "rate_limited") return told;
    throw error;
  }
}

function text({ limit, hour, policies }: Limits & { hour: Hour }, paint: Paint): string {
  const lines = [
    leftText(limit, hour, paint),
    ...(hour.reset === null ? [] : [`The hour is over in ${minutes(hour.reset)}.`]),
    ...(policies.length === 0 ? [] : [`Limits: ${policies.map(policyText).join(", ")}.`]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function leftText(limit: number | null, { remaining, at_least }: Hour, paint: Paint): string {
  if (at_least === null) return "The service does not tell what is left of the hour.";
  const of = limit === null ? "" : ` of ${limit.toLocaleString("en")}`;
  const atLeast = remaining === null ? "At least " : "";
  const left = `${atLeast}${(remaining ?? at_least).toLocaleString("en")}${of} requests are left of this hour.`;
  const isShort = remaining !== null && limit !== null && remaining < limit / 10;
  return paint(isShort ? "yellow" : "bold", left);
}

function policyText({ limit, window }: { limit: number; window: number }): string {
  const per = window === 3_600 ? "an hour" : window === 1 ? "a second" : `${window} seconds`;
  return `${counted(limit, "request")} ${window === 3_600 || window === 1 ? per : `in ${per}`}`;
}

function minutes(seconds: number): string {
  return seconds < 60 ? counted(seconds, "second") : counted(Math.ceil(seconds / 60), "minute");
}
