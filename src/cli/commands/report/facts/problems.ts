import { groupedBy } from "../../../../service/groups";
import type { ObjectValue, Value } from "../../../../terraform";
import type { AccountLists } from "../../../account/lists";
import { isoDate } from "../../../output/durations";
import { counted, countedIfAny, grouped } from "../../../output/text";
import type { NotifiedGroup, Problem, Report, Topic } from "../report";
import { inactiveStatus, userCount } from "./inactive";

/** How many objects a summary line names. */
const maxProblems = 3;

/** How many blocklists or errors a problem names. */
const maxNamed = 2;

/** The parts of a report that can have problems, and the lists they were read from. */
type Read = Pick<Report, "listed" | "certificates" | "groups"> & { readonly lists: AccountLists };

/** The worst objects of each part that can need action. */
export function problemsOf(read: Read): Partial<Record<Topic, readonly Problem[]>> {
  return {
    listed: listedProblems(read),
    certificates: certificateProblems(read).slice(0, maxProblems),
    groups: groupProblems(read).slice(0, maxProblems),
  };
}

/** Hosts on the most blocklists first, then those that were listed first. */
function listedProblems({ listed, ...read }: Read): Problem[] {
  // The newest come first, so that among equals the oldest are first here.
  const hosts = [...(listed?.hosts ?? [])]
    .reverse()
    .map((host) => ({ host, sources: sourcesOf(host) }))
    .sort((a, b) => b.sources.count - a.sources.count);
  return hosts.slice(0, maxProblems).map(({ host, sources }) => {
    const address = textOf(host.host) ?? textOf(host.id) ?? "";
    return {
      object: address,
      label: labelOf(host, address),
      since: isoDate(textOf(host.first_listed)),
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

/** Whether the certificate of a monitor has expired. */
export function hasExpired({ expiry_days: days }: ObjectValue): boolean {
  return typeof days === "number" && days < 0;
}

/** Certificates with an error, then those that have expired without one. */
function certificateProblems({ certificates, ...read }: Read): Problem[] {
  if (certificates === null) return [];
  const monitors = read.lists.of("certificate_monitor");
  const monitorOf = (error: ObjectValue) =>
    monitors.find(({ id }) => id === error.monitor) ??
    monitors.find(({ hostname }) => hostname !== undefined && hostname === error.hostname);
  const errors = certificates.errors.map((error) => {
    const monitor = monitorOf(error);
    const hostname = textOf(error.hostname) ?? monitor?.hostname ?? textOf(error.monitor);
    const word = textOf(error.type) ?? textOf(error.message) ?? "error";
    return { hostname: hostname ?? "unknown hostname", word: word.replaceAll("_", " "), monitor };
  });
  const wrong = new Set(errors.map(({ hostname }) => hostname));
  const expired = certificates.expiring
    .filter((monitor) => hasExpired(monitor) && !wrong.has(textOf(monitor.hostname) ?? ""))
    .map(({ hostname, id }) => ({
      hostname: textOf(hostname) ?? "",
      word: "expired",
      monitor: monitors.find((monitor) => monitor.id === id),
    }));
  return [...groupedBy([...errors, ...expired], ({ hostname }) => hostname)].map(([hostname, same]) => {
    const monitor = same[0]?.monitor;
    const days = monitor?.expiry_days ?? 0;
    const words = same.map(({ word }) => word).filter((word) => days >= 0 || word !== "expired");
    const age = days < 0 ? [`expired ${counted(-days, "day")} ago`] : [];
    return {
      object: hostname,
      label: monitor === undefined ? null : labelOf(monitor, hostname),
      since: null,
      text: [namesText(words, words.length), ...age].filter(Boolean).join(", "),
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
        object: group.name ?? group.id,
        label: null,
        since: null,
        notifies: null,
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
    const named = lists.of("contact_group").find((group) => group.id === id);
    return { name: named?.name ?? String(id), unreachable: unreachable.has(String(id)) };
  });
}

function namesText(names: readonly string[], count: number): string {
  const shown = names.slice(0, maxNamed);
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
