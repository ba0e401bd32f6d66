import { type Hour, hourText, type Limits } from "../../account/hour";
import { durationText } from "../../output/durations";
import type { Screen } from "../../output/terminal";
import { counted } from "../../output/text";

/** The remaining requests and the limits, for people. */
export function limitsText(limits: Limits & { hour: Hour }, { paint }: Screen): string {
  const { limit, hour, policies } = limits;
  const left = hourText(limit, hour);
  const lines = [
    left === undefined
      ? "The API does not report how many requests are left in this hour."
      : paint(left.isShort ? "yellow" : "bold", left.text) + otherWindow(limits),
    ...(hour.reset === null ? [] : [`The hour ends in ${durationText(hour.reset)}.`]),
    ...(policies.length === 0 ? [] : [`Limits: ${policies.map(policyText).join(", ")}.`]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** Why the exact number for the hour is unknown; empty where the API reports it. */
function otherWindow({ hour, remaining, reset }: Limits & { hour: Hour }): string {
  if (hour.remaining !== null || remaining === null) return "";
  const window = reset === null ? "" : `, now ${counted(remaining, "request")} for ${durationText(reset)}`;
  return ` The exact number is unknown: the API reports only the tightest limit${window}.`;
}

function policyText({ limit, window }: { limit: number; window: number }): string {
  const per = window === 3_600 ? "an hour" : window === 1 ? "a second" : `in ${window} seconds`;
  return `${counted(limit, "request")} ${per}`;
}
