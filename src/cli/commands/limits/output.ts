import { type Hour, hourText, type Limits } from "../../account/hour";
import { durationText } from "../../output/durations";
import type { Screen } from "../../output/terminal";
import { counted } from "../../output/text";

/** The remaining requests and the limits, for people. */
export function limitsText({ limit, hour, policies }: Limits & { hour: Hour }, { paint }: Screen): string {
  const left = hourText(limit, hour);
  const lines = [
    left === undefined
      ? "The service does not report how many requests are left in this hour."
      : paint(left.isShort ? "yellow" : "bold", left.text),
    ...(hour.reset === null ? [] : [`The hour is over in ${durationText(hour.reset)}.`]),
    ...(policies.length === 0 ? [] : [`Limits: ${policies.map(policyText).join(", ")}.`]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function policyText({ limit, window }: { limit: number; window: number }): string {
  const per = window === 3_600 ? "an hour" : window === 1 ? "a second" : `${window} seconds`;
  return `${counted(limit, "request")} ${window === 3_600 || window === 1 ? per : `in ${per}`}`;
}
