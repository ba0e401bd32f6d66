import { soonDays } from "../../output/durations";
import type { Style } from "../../output/terminal";
import { counted } from "../../output/text";

/** The severity of a fact, the worst first, with its words on the page, and its mark in a terminal. */
export const levels = {
  action: { words: "Needs action", mark: "✗", style: "red" },
  attention: { words: "Worth a look", mark: "!", style: "yellow" },
  unknown: { words: "Not known", mark: "?", style: "dim" },
  fine: { words: "Fine", mark: "✓", style: "green" },
} as const satisfies Record<string, { words: string; mark: string; style: Style }>;

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
  undeclared: { title: "Unmanaged objects", caption: "In the account, and in no state", command: "drift" },
  paused: { title: "Paused", caption: "Not checked until they are resumed", command: "report --json" },
  requests: { title: "Requests", caption: "", command: "limits" },
} as const;

/** A part of the report. */
export type Topic = keyof typeof topics;

/** The most important of a part, in a sentence. */
export interface SummaryLine {
  readonly topic: Topic;
  readonly level: Level;
  readonly text: string;
  /** The objects that need action or a look, the worst first. */
  readonly problems: readonly Problem[];
}

/** A line of the summary names this many problems to people. */
export const maxNamed = 3;

/** An object that needs action or a look. */
export interface Problem {
  /** Its address, hostname or name. */
  readonly object: string;
  /** Its label, if that is different. */
  readonly label: string | null;
  /** The problem, such as `listed by spam.example, botnet.example`. */
  readonly text: string;
  /** When the problem began, ISO 8601; null if the API does not return it. */
  readonly since: string | null;
  /** The contact groups that are notified of the object, and whether they have no active contact; else null. */
  readonly notifies: readonly { readonly name: string; readonly unreachable: boolean }[] | null;
  /** The command to run next. */
  readonly command: string;
}

/** The number of problems, as a headline; those that are new count where they belong. */
export function headline(lines: readonly SummaryLine[]): string {
  const count = (level: Level) =>
    lines.filter((each) => each.level === level && each.topic !== "changes").length;
  const [acts, looks, unknowns] = [count("action"), count("attention"), count("unknown")];
  if (acts > 0) return acts === 1 ? "One problem needs action" : `${acts} problems need action`;
  if (looks > 0) return `Nothing needs action; ${counted(looks, "thing")} to review`;
  return unknowns > 0 ? "Nothing known needs action" : "All is well";
}

/** A moment for people: `2026-03-05 14:03 UTC`. */
export function dateText(iso: string): string {
  return `${iso.slice(0, 16).replace("T", " ")} UTC`;
}
