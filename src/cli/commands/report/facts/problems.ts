import { type ContactState, contactState } from "../../../../coverage/alerting";
import type { WatchedKind } from "../../../../coverage/coverage";
import { groupedBy } from "../../../../service/groups";
import { kinds } from "../../../../service/kinds";
import type { ServiceObject } from "../../../../service/responses";
import type { ObjectValue, Value } from "../../../../terraform";
import { type AccountLists, blocklistNames } from "../../../account/lists";
import type { NamedObject } from "../../../account/names";
import { isoDate, soonDays } from "../../../output/durations";
import { counted, countedIfAny, grouped } from "../../../output/text";
import { displayName } from "../../../output/values";
import type { Facts, Problem, Structure, Topic } from "../report";
import { isUsed } from "./inactive";

/** How many blocklists or errors a problem names. */
const maxNamed = 2;

/** The facts, and the lists that they were read from. */
type Parts = Facts & { readonly structure: Structure; readonly lists: AccountLists };

/** The members that most problems share. */
const plain = { label: null, since: null, notifies: null } as const;

/** The problems of each part, the worst first. */
export const problemsOf: Readonly<Record<Topic, (parts: Parts) => Problem[]>> = {
  listed: ({ listed, ...parts }) =>
    (listed?.hosts ?? []).map((host) => {
      const address = textOf(host.host) ?? textOf(host.id) ?? "";
      const { names, count } = blocklistNames(host);
      return {
        object: address,
        label: distinctName(host, address),
        since: isoDate(textOf(host.first_listed)),
        text: names.length === 0 ? "listed" : `listed by ${namesText(names, count)}`,
        notifies: notifiedGroups(host.contact_groups, parts),
        command: `rblmonitor check ${argument(address, textOf(host.id))} --wait`,
      };
    }),

  /** Certificates with an error come first, then those that have expired, then those that expire soon. */
  certificates({ certificates, lists, ...parts }) {
    if (certificates === null) return [];
    const monitors = lists.of("certificate_monitor");
    const errors = certificates.errors.map((error) => {
      const monitor =
        monitors.find(({ id }) => id === error.monitor) ??
        monitors.find(({ hostname }) => hostname !== undefined && hostname === error.hostname);
      const hostname = textOf(error.hostname) ?? monitor?.hostname ?? textOf(error.monitor);
      const word = textOf(error.type) ?? textOf(error.message) ?? "error";
      return { hostname: hostname ?? "unknown hostname", word: word.replaceAll("_", " "), monitor };
    });
    const byHostname = groupedBy(errors, ({ hostname }) => hostname);
    const expiring = certificates.expiring.filter(({ hostname }) => !byHostname.has(String(hostname)));
    return [
      ...[...byHostname].map(([hostname, same]) => {
        const words = same.map(({ word }) => word);
        return certificateProblem(hostname, words, same[0]?.monitor, parts);
      }),
      ...expiring.map(({ hostname, id }) => {
        const monitor = monitors.find((each) => each.id === id);
        return certificateProblem(textOf(hostname) ?? String(id), [], monitor, parts);
      }),
    ];
  },

  groups({ groups, lists }) {
    const unreachable = new Set((groups ?? []).map(({ id }) => id));
    const lostIn = (kind: WatchedKind, id: string) =>
      lists
        .of(kind)
        .filter(
          ({ contact_group: ids = [] }) => ids.includes(id) && ids.every((each) => unreachable.has(each)),
        ).length;
    return (groups ?? [])
      .filter((group) => !group.is_unused_default)
      .map((group) => {
        const { hosts, certificate_monitors: monitors, why, reaches } = group;
        const contact = lists.of("contact").find(({ contact_group: ids = [] }) => ids.includes(group.id));
        const lost = namesOfUsers(lostIn("host", group.id), lostIn("certificate_monitor", group.id));
        const reach = reaches === "no" ? "reach no one" : "may reach no one";
        const effect = !isUsed(group)
          ? "unused"
          : lost !== ""
            ? `alerts about ${lost} ${reach}`
            : `alerts about ${namesOfUsers(hosts, monitors)} reach other groups only`;
        return {
          ...plain,
          object: group.name ?? group.id,
          text: `${why}; ${effect}`,
          command: contact ? contactCommand(contact.id, contactState(contact)) : "rblmonitor contacts list",
        };
      });
  },

  unchecked: ({ unchecked }) =>
    unchecked.map((object) => ({
      ...plain,
      ...namesOf(object),
      text: object.reason,
      command: "rblmonitor hosts",
    })),

  contacts: ({ contacts }) =>
    (["pending", "paused", "unknown"] as const).flatMap((state) =>
      (contacts?.[state] ?? []).map(({ id, contact, status }) => ({
        ...plain,
        object: textOf(contact) ?? String(id),
        text: state === "unknown" ? `status unknown (${status})` : state,
        command: contactCommand(String(id), state),
      })),
    ),

  undeclared: ({ undeclared }) =>
    (undeclared?.objects ?? []).map((object) => ({
      ...plain,
      ...namesOf(object),
      text: `unmanaged ${kinds[object.kind].title}`,
      command: "rblmonitor drift",
    })),

  paused: ({ paused, paused_as_declared: declared }) =>
    paused
      .filter(({ id }) => !declared.includes(id))
      .map((object) => ({
        ...plain,
        ...namesOf(object),
        text: `${kinds[object.kind].title} paused`,
        command: `rblmonitor resume ${argument(namesOf(object).object, object.id)}`,
      })),

  requests: () => [],
};

function certificateProblem(
  hostname: string,
  errors: readonly string[],
  monitor: ServiceObject<"certificate_monitor"> | undefined,
  parts: Pick<Parts, "groups" | "structure">,
): Problem {
  const days = monitor?.expiry_days ?? Number.POSITIVE_INFINITY;
  const words = errors.filter((word) => days >= 0 || word !== "expired");
  const expiry =
    days < 0
      ? `expired ${counted(-days, "day")} ago`
      : days === 0
        ? "expires today"
        : `expires in ${counted(days, "day")}`;
  return {
    object: hostname,
    label: monitor === undefined ? null : distinctName(monitor, hostname),
    since: null,
    text: [namesText(words, words.length), days <= soonDays && expiry].filter(Boolean).join(", "),
    notifies: monitor === undefined ? null : notifiedGroups(monitor.contact_group, parts),
    command: `rblmonitor certificates ${errors.length > 0 ? "errors" : "monitors"}`,
  };
}

/** Hosts on the most blocklists first, then those that were listed first. @param newestFirst hosts in that order */
export function worstFirst(newestFirst: readonly ObjectValue[]): ObjectValue[] {
  return [...newestFirst].reverse().sort((a, b) => blocklistNames(b).count - blocklistNames(a).count);
}

/** Whether the certificate of a monitor has expired. */
export function hasExpired({ expiry_days: days }: ObjectValue): boolean {
  return typeof days === "number" && days < 0;
}

/** `2 hosts and 1 certificate`; empty if there are none. */
function namesOfUsers(hosts: number, monitors: number): string {
  return countedIfAny([hosts, "host"], [monitors, "certificate"]).join(" and ");
}

/** The groups with these SIDs, with those that reach no one marked. */
function notifiedGroups(ids: unknown, { groups, structure }: Pick<Parts, "groups" | "structure">) {
  const unreachable = new Set((groups ?? []).map(({ id }) => id));
  return (Array.isArray(ids) ? ids : []).map((id) => ({
    name: displayName(String(id), structure.names),
    unreachable: unreachable.has(String(id)),
  }));
}

/** The command that activates a contact. */
function contactCommand(id: string, state: ContactState): string {
  if (state === "unknown") return "rblmonitor contacts list";
  return `rblmonitor ${state === "paused" ? "resume" : "contacts resend"} ${id}`;
}

function namesOf({ key, name, id }: NamedObject): Pick<Problem, "object" | "label"> {
  const object = key ?? name ?? id;
  return { object, label: distinctName({ name }, object) };
}

function namesText(names: readonly string[], count: number): string {
  const shown = names.slice(0, maxNamed);
  const more = count - shown.length;
  return more > 0 ? `${shown.join(", ")} +${grouped(more)}` : shown.join(", ");
}

function distinctName({ name }: { readonly name?: Value | undefined }, key: string): string | null {
  return typeof name === "string" && name !== key ? name : null;
}

/** A text or a number of the service. */
function textOf(value: Value | undefined): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** An argument that no shell takes for anything else, or the SID in its place. */
function argument(text: string, sid: string | undefined): string {
  return /^[\w.:/-]+$/.test(text) && !text.startsWith("-") ? text : (sid ?? "HOST");
}
