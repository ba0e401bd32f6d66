import type { CoverageTotals } from "../../../coverage/coverage";
import type { Kind } from "../../../service/kinds";
import type { ObjectValue } from "../../../terraform";
import type { RequestUse } from "../../account/hour";
import type { NamedObject } from "../../account/names";
import type { UndeclaredObject } from "../../comparison/finding";
import { soonDays } from "../../output/durations";
import type { Style } from "../../output/terminal";
import type { Names } from "../../output/values";

/** The severity of a fact, the worst first, with its words on the page, and its mark in a terminal. */
export const levels = {
  action: { words: "Needs action", mark: "✗", style: "red" },
  attention: { words: "Worth a look", mark: "!", style: "yellow" },
  unknown: { words: "Not known", mark: "?", style: "dim" },
  fine: { words: "Fine", mark: "✓", style: "green" },
} as const satisfies Record<string, { words: string; mark: string; style: Style }>;

/** Action: needs action. Attention: worth a look. Unknown: could not be read. Fine: nothing to do. */
export type Level = keyof typeof levels;

/** The parts of the report: the title and the caption of each on the page, and the command that shows all its objects. */
export const topics = {
  listed: { title: "Listed hosts", caption: "Hosts on a blocklist", command: "rblmonitor listings" },
  certificates: {
    title: "Certificates",
    caption: `Certificates with errors, and those that expire within ${soonDays} days`,
    command: "rblmonitor certificates",
  },
  groups: {
    title: "Contact groups without an active contact",
    caption: "Alerts to these groups reach no one",
    command: "rblmonitor contacts list",
  },
  unchecked: {
    title: "Not checked",
    caption: "Hosts and certificates that nothing checks although they are not paused",
    command: "rblmonitor report --json",
  },
  contacts: {
    title: "Contacts that get no alerts",
    caption: "Contacts that are pending or paused, and those whose status is unknown",
    command: "rblmonitor contacts list",
  },
  undeclared: {
    title: "Unmanaged objects",
    caption: "In the account, and in no state",
    command: "rblmonitor drift",
  },
  paused: {
    title: "Paused",
    caption: "Not checked until they are resumed",
    command: "rblmonitor report --json",
  },
  requests: { title: "Requests", caption: "", command: "rblmonitor limits" },
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

/** The hosts that a source lists now. */
export interface Listed {
  /** How many they are, whether or not all of them could be read. */
  readonly total: number;
  /** With the attributes of the data source rblmonitor_host, the worst first: those on the most blocklists, then the oldest. */
  readonly hosts: readonly ObjectValue[];
}

/** Certificate errors, and certificates that expire soon. */
export interface Certificates {
  readonly total_errors: number;
  /** With the attributes of an error of the data source rblmonitor_certificate_errors. */
  readonly errors: readonly ObjectValue[];
  /** Monitors of certificates that expire within `soonDays` days, those that expire first in front. */
  readonly expiring: readonly ObjectValue[];
}

/** Contacts that are not notified, or may not be, with the attributes of the data source rblmonitor_contact. */
export interface InactiveContacts {
  readonly pending: readonly ObjectValue[];
  readonly paused: readonly ObjectValue[];
  /** Contacts with a status that the API does not document. */
  readonly unknown: readonly ObjectValue[];
}

/** A contact group without an active contact. */
export interface UnreachableGroup {
  readonly id: string;
  readonly name: string | null;
  /** Whether it may have a contact that gets its alerts: one whose status is unknown. */
  readonly reaches: "no" | "unknown";
  /** Why it reaches no one: its contacts by their states. */
  readonly why: string;
  /** Its contacts: none is active. */
  readonly contacts: number;
  /** Hosts and certificate monitors that notify it. */
  readonly hosts: number;
  readonly certificate_monitors: number;
  /** Whether it is the account's default, which every account has, and nothing notifies it. */
  readonly is_unused_default: boolean;
}

/** The unmanaged objects. */
export interface Undeclared {
  /** The names of the states. */
  readonly states: readonly string[];
  readonly objects: readonly UndeclaredObject[];
  /** How many objects the ignore file hides. */
  readonly ignored: number;
}

/** The number of hosts or monitors of a profile that notify a group. Null: none, or not returned by the API. */
export interface Watch {
  readonly kind: "host" | "certificate_monitor";
  readonly profile: string | null;
  readonly contact_group: string | null;
  readonly count: number;
}

/** The connections of objects. An object with several groups counts for each. */
export interface Structure {
  readonly watches: readonly Watch[];
  /** Which contact is in which group. */
  readonly memberships: readonly { readonly contact_group: string; readonly contact: string }[];
  readonly profiles: readonly StructureProfile[];
  readonly contact_groups: readonly { readonly id: string; readonly unreachable: boolean }[];
  readonly contacts: readonly {
    readonly id: string;
    readonly type: string | null;
    /** Why it is not notified; null if it is. */
    readonly inactive: "pending" | "paused" | "unknown" | null;
  }[];
  /** The names of profiles, groups and contacts, by their SIDs. */
  readonly names: Names;
}

/** A profile, and how many hosts or certificate monitors have it. */
export interface StructureProfile {
  readonly id: string;
  readonly kind: "monitoring_profile" | "certificate_profile";
  readonly count: number;
}

/** An object, and its status as the API returns it. */
export type ObjectWithStatus = NamedObject & { readonly status: string };

/** A host or certificate monitor that nothing checks, and why. */
export type UncheckedObject = NamedObject & { readonly key: string; readonly reason: string };

/** Facts about an account. Parts that could not be read are null, and a note of the report has the reason. */
export interface Facts {
  /** How many objects there are of each kind; built-in sources count. */
  readonly counts: Readonly<Record<Kind, number | null>>;
  readonly listed: Listed | null;
  readonly certificates: Certificates | null;
  /** Groups without an active contact; null also if the API does not return the members of groups. */
  readonly groups: readonly UnreachableGroup[] | null;
  readonly contacts: InactiveContacts | null;
  /** How many objects are watched, and whose alerts reach someone. */
  readonly coverage: CoverageTotals;
  readonly unchecked: readonly UncheckedObject[];
  /** Hosts, sources and certificate monitors that are paused. */
  readonly paused: readonly ObjectWithStatus[];
  /** The SIDs of those that a given state declares as paused, contacts among them. */
  readonly paused_as_declared: readonly string[];
  /** Those whose status does not say whether they are paused. */
  readonly unknown_status: readonly ObjectWithStatus[];
  /** Null when no state was given. */
  readonly undeclared: Undeclared | null;
  /** As the service reported after the report was read. */
  readonly requests: RequestUse;
}

/** The report, as `--json` prints it. */
export interface Report extends Facts {
  readonly version: 1;
  /** The account, and the host of the service's base URL. */
  readonly account: { readonly sid: string; readonly service: string };
  /** When reading began and ended, ISO 8601. */
  readonly read: { readonly from: string; readonly to: string };
  /** False if requests ran out before everything was read. */
  readonly complete: boolean;
  /** A line for each part, what needs action first. */
  readonly summary: readonly SummaryLine[];
  readonly structure: Structure;
  readonly notes: readonly string[];
}
