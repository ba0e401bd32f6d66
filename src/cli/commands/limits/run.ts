import type { Account } from "../../../provider/account";
import { observedRateLimit } from "../../../provider/data/rate-limit";
import { accountLimits, hourOf, hourText, isUnlimited } from "../../account/hour";
import type { AccountOptions } from "../../account/options";
import { withAccount } from "../../account/session";
import { durationText } from "../../output/durations";
import { type PrintOptions, print } from "../../output/print";
import type { ProcessContext, Screen } from "../../output/terminal";
import { counted } from "../../output/text";

/** Reads the shortest list, and shows the limits that the answer reports. Does not wait for a limit. */
export async function limits(options: AccountOptions & PrintOptions, processContext: ProcessContext) {
  const doing = "Reading the limits";
  const result = await withAccount(options, processContext, doing, ({ account }) => allLimits(account));
  print(processContext, options, result, (screen) => limitsText(result, screen));
}

/** The limits that the service reported, the remaining requests of the hour, and those of this run. */
async function allLimits(account: Account) {
  const reported = observedRateLimit(await accountLimits(account));
  return { ...reported, hour: hourOf(reported), sent: await account.requestsSent() };
}

type AllLimits = Awaited<ReturnType<typeof allLimits>>;

function limitsText(limits: AllLimits, { paint }: Screen): string {
  const { limit, hour, sent } = limits;
  const policies = limits.policies.flatMap(({ limit, window }) =>
    isUnlimited(limit) ? [] : `${counted(limit, "request")} ${periods[window] ?? `in ${window} seconds`}`,
  );
  const left = hourText({ limit, sent, ...hour });
  const lines = [
    left === undefined
      ? `The API does not report how many requests are left in this hour. This run has sent ${sent}.`
      : paint(left.isShort ? "yellow" : "bold", left.text) + otherWindow(limits),
    ...(hour.reset === null ? [] : [`The hour ends in ${durationText(hour.reset)}.`]),
    ...(policies.length === 0 ? [] : [`Limits: ${policies.join(", ")}.`]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** Why the exact number for the hour is unknown; empty if the API reports it. */
function otherWindow({ hour: { remaining, at_least: atLeast }, reset }: AllLimits): string {
  if (remaining !== null || atLeast === null) return "";
  const window = reset === null ? "" : `, now ${counted(atLeast, "request")} for ${durationText(reset)}`;
  return ` The exact number is unknown: the API reports only the tightest limit${window}.`;
}

const periods: Readonly<Record<number, string>> = { 1: "a second", 3600: "an hour" };
