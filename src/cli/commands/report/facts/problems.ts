import type { ServiceObject } from "../../../../service/responses";
import type { ObjectValue, Value } from "../../../../terraform";
import type { AccountLists } from "../../../account/lists";
import { isoDate } from "../../../output/durations";
import { counted, countedIfAny, grouped } from "../../../output/text";
import type { Certificates, Listed, NotifiedGroup, Problem, Topic, UnreachableGroup } from "../report";
import { inactiveStatus, userCount } from "./inactive";

/** How many objects a summary line names. */
const mostProblems = 3;

/** How many blocklists or errors a problem names. */
const mostNamed = 2;

/** What problems are found in. */
interface Read {
  readonly lists: AccountLists;
  readonly listed: Listed | null;
  readonly certificates: Certificates | null;
  readonly groups: readonly UnreachableGroup[] | null;
}

/** The worst objects of each part that can need action. */
export function problemsOf(read: Read): Partial<Record<Topic, readonly Problem[]>> {
  return {
    listed: listedProblems(read),
    certificates: certificateProblems(read).slice(0, mostProblems),
    groups: groupProblems(read).slice(0, mostProblems),
  };
}

/** Hosts on the most blocklists first, then those that were listed first. */
function listedProblems({ listed, ...read }: Read): Problem[] {
  // The newest come first, so that among equals the oldest are first here.
  const hosts = [...(listed?.hosts ?? [])]
    .reverse()
    .map((host) => ({ host, sources: sourcesOf(host) }))
    .sort((a, b) => b.sources.count - a.sources.count);
  return hosts.slice(0, mostProblems).map(({ host, sources }) => {
    const address = textOf(host.host) ?? textOf(host.id) ?? "";
    return {
      ...{ object: address, label: labelOf(host, address), since: isoDate(textOf(host.first_listed)) },
      text: sources.names.length === 0 ? "listed" : `listed by ${namesText(sources.names, sources.count)}`,
      notifies: notifiedGroups(host.contact_groups, read),
      command: `rblmonitor check ${argument(address, textOf(host.id))} --wait`,
    };
  });
}

/** The blocklists that list a host, as far as the API returns them. */
export function sourcesOf({ listed_count: count, listed_details: details }: ObjectValue): {
  readonly count: number;
  readonly names: readonly string[];
} {
  const names = (Array.isArray(details) ? details : []).flatMap((detail) => {
    const { host, id } = detail as ObjectValue;
    return textOf(host) ?? textOf(id) ?? [];
  });
  return { count: typeof count === "number" ? count : names.length, names };
}

/** Certificates with an error, then those that have expired without one. */
function certificateProblems({ certificates, ...read }: Read): Problem[] {
  if (certificates === null) return [];
  const monitors = read.lists.of("certificate_monitor");
  const monitorOf = (error: ObjectValue) =>
    monitors.find(({ id }) => id === error.monitor) ??
    monitors.find(({ hostname }) => hostname !== undefined && hostname === error.hostname);
  const errors = new Map<
    string,
    { words: string[]; monitor: ServiceObject<"certificate_monitor"> | undefined }
  >();
  for (const error of certificates.errors) {
    const monitor = monitorOf(error);
    const hostname =
      textOf(error.hostname) ?? monitor?.hostname ?? textOf(error.monitor) ?? "unknown hostname";
    const known = errors.get(hostname) ?? { words: [], monitor };
    known.words.push((textOf(error.type) ?? textOf(error.message) ?? "error").replaceAll("_", " "));
    errors.set(hostname, known);
  }
  for (const { hostname, expiry_days: days, id } of certificates.expiring) {
    const key = textOf(hostname) ?? "";
    if (typeof days === "number" && days < 0 && !errors.has(key))
      errors.set(key, { words: ["expired"], monitor: monitors.find((monitor) => monitor.id === id) });
  }
  return [...errors].map(([hostname, { words, monitor }]) => {
    const days = monitor?.expiry_days;
    const age = days !== undefined && days < 0 ? `, expired ${counted(-days, "day")} ago` : "";
    const shown = age === "" ? words : words.filter((word) => word !== "expired");
    return {
      ...{ object: hostname, label: monitor === undefined ? null : labelOf(monitor, hostname), since: null },
      text: `${namesText(shown, shown.length)}${age}`.replace(/^, /, ""),
      notifies: monitor === undefined ? null : notifiedGroups(monitor.contact_group, read),
      command: "rblmonitor certificates errors",
    };
  });
}

/** Contact groups that are notified and reach no one, those with the most hosts and monitors first. */
function groupProblems({ groups, lists }: Read): Problem[] {
  return (groups ?? [])
    .filter((group) => userCount(group) > 0)
    .map((group) => {
      const { hosts, certificate_monitors: monitors } = group;
      const users = countedIfAny([hosts, "host"], [monitors, "certificate"]);
      const [contact] = lists.of("contact").filter(({ contact_group: ids = [] }) => ids.includes(group.id));
      const state = contact && inactiveStatus(contact);
      const why = contact === undefined ? "no contact" : `${counted(group.contacts, "contact")}, none active`;
      return {
        ...{ object: group.name ?? group.id, label: null, since: null, notifies: null },
        text: `${why}; alerts about ${users.join(" and ")} reach no one`,
        command:
          contact === undefined
            ? "rblmonitor contacts list"
            : `rblmonitor ${state === "paused" ? "resume" : "contacts resend"} ${contact.id}`,
      };
    });
}

/** The groups with these SIDs, with those that reach no one marked. */
function notifiedGroups(ids: unknown, { lists, groups }: Pick<Read, "lists" | "groups">): NotifiedGroup[] {
  const unreachable = new Set((groups ?? []).map(({ id }) => id));
  return (Array.isArray(ids) ? ids : []).map((id) => {
    const found = lists.of("contact_group").find((group) => group.id === id);
    return { name: found?.name ?? String(id), unreachable: unreachable.has(String(id)) };
  });
}

function namesText(names: readonly string[], count: number): string {
  const shown = names.slice(0, mostNamed);
  const more = count - shown.length;
  return more > 0 ? `${shown.join(", ")} +${grouped(more)}` : shown.join(", ");
}

function labelOf({ name }: { readonly name?: Value }, key: string): string | null {
  return typeof name === "string" && name !== key ? name : null;
}

function textOf(value: Value | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** An argument that no shell takes for anything else, or the SID in its place. */
function argument(text: string, sid: string | undefined): string {
  return /^[\w.:/-]+$/.test(text) && !text.startsWith("-") ? text : (sid ?? "HOST");
}
