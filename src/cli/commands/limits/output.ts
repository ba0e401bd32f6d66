import { type Hour, hourText, type Limits } from "../../account/hour";
import type { Paint } from "../../output/terminal";
import { counted } from "../../output/text";

/** The remaining requests and the limits, for people. */
export function limitsText({ limit, hour, policies }: Limits & { hour: Hour }, paint: Paint): string {
  const left = hourText(limit, hour);
  const lines = [
    left === undefined
      ? "The service does not tell what is left of the hour."
      : paint(left.isShort ? "yellow" : "bold", left.text),
    ...(hour.reset === null ? [] : [`The hour is over in ${minutes(hour.reset)}.`]),
    ...(policies.length === 0 ? [] : [`Limits: ${policies.map(policyText).join(", ")}.`]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function policyText({ limit, window }: { limit: number; window: number }): string {
  const per = window === 3_600 ? "an hour" : window === 1 ? "a second" : `${window} seconds`;
  return `${counted(limit, "request")} ${window === 3_600 || window === 1 ? per : `in ${per}`}`;
}

function minutes(seconds: number): string {
  return seconds < 60 ? counted(seconds, "second") : counted(Math.ceil(seconds / 60), "minute");
}
