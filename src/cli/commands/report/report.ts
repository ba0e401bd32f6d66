import { soonDays } from "../../output/durations";
import type { Style } from "../../output/terminal";

/** The severity of a fact, the worst first, with its words on the page, its mark in a terminal, and its number in metrics. */
export const levels = {
  action: { words: "Needs action", mark: "✗", style: "red", severity: 3 },
  attention: { words: "Worth a look", mark: "!", style: "yellow", severity: 2 },
  unknown: { words: "Not known", mark: "?", style: "dim", severity: 1 },
  fine: { words: "Fine", mark: "✓", style: "green", severity: 0 },
} as const satisfies Record<string, { words: string; mark: string; style: Style; severity: number }>;

/** Action: needs action. Attention: worth a look. Unknown: could not be read. Fine: nothing to do. */
export type Level = keyof typeof levels;

/** The parts of the report: the title and the caption of each on the page, and the command of rblmonitor that shows all its objects. */
export const topics = {
  changes: { title: "New and gone", caption: "Since the earlier report", command: "report --json" },
  listed: { title: "Listed hosts", caption: "Hosts on a blocklist", command: "listings" },
  certificates: {
    title: "Certificates",
    caption: `Certificates with errors, and those that expire within ${soonDays} days`,
    command: "certificates",
  },
  groups: {
    title: "Contact groups without an active contact",
    caption: "Alerts to these groups reach no one",
    command: "contacts list",
  },
  unchecked: {
    title: "Not checked",
    caption: "Hosts and certificates that nothing checks although they are not paused",
    command: "report --json",
  },
  contacts: {
    title: "Contacts that get no alerts",
    caption: "Contacts that are pending or paused, and those whose status is unknown",
    command: "contacts list",
  },
  undeclared: {
    title: "Unmanaged objects",
    caption: "In the account and in no state, or the other way round",
    command: "drift",
  },
  paused: { title: "Paused", caption: "Not checked until they are resumed", command: "report --json" },
  requests: { title: "Requests", caption: "", command: "limits" },
} as const;

/** A part of the report. */
export type Topic = keyof typeof topics;

/** A line of the summary names this many problems to people. */
export const maxNamed = 3;

/** A moment for people: `2026-03-05 14:03 UTC`. */
export function dateText(iso: string): string {
  return `${iso.slice(0, 16).replace("T", " ")} UTC`;
}
