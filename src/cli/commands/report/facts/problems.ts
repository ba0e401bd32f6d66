import type { ContactState } from "../../../../coverage/alerting";
import type { Coverage } from "../../../../coverage/coverage";
import { lastResult } from "../../../../coverage/words";
import { groupedBy } from "../../../../service/groups";
import { kinds } from "../../../../service/kinds";
import type { ObjectValue, Value } from "../../../../terraform";
import { blocklistNames } from "../../../account/lists";
import { isoDate } from "../../../output/durations";
import { counted, grouped } from "../../../output/text";
import { displayName } from "../../../output/values";
import { type Topic, topics } from "../report";
import { type Facts, hasExpired } from "./facts";
import { userCount, userTexts } from "./structure";

/** How many blocklists or errors a problem names. */
const maxNamed = 2;

/** The facts, and the coverage that they were found in. */
type Parts = Facts & { readonly covered: Coverage["objects"] };

/** The problems of each part, the worst first. */
export const problemsOf: Readonly<Record<Topic, (parts: Parts) => readonly Problem[]>> = {
  changes: ({ since }) =>
    (["new", "gone"] as const).flatMap((which) =>
      (since?.[which] ?? []).map(({ topic, object, label, text }) =>
        problem({ key: object, name: label }, `${which}: ${text}`, topics[topic].command),
      ),
    ),

  listed({ listed, covered, ...parts }) {
    const paused = new Set(covered.flatMap(({ id, watch }) => (watch.reason === "paused" ? [id] : [])));
    return (listed?.hosts ?? []).map(({ id, host: key, name, ...host }) => {
      const { names, count } = blocklistNames(host);
      const text = names.length === 0 ? "listed" : `listed by ${namesText(names, count)}`;
      return problem(
        { id, key, name },
        paused.has(String(id)) ? `${text} (${lastResult})` : text,
        (address) => `check ${address} --wait`,
        {
          since: isoDate(textOf(host.first_listed)),
          notifies: notifiedGroups(host.contact_groups, parts),
        },
      );
    });
  },

  /** Certificates with an error come first. Of both, those that expire first come first. */
  certificates({ certificates, covered, objects, ...parts }) {
    const { errors = [], expiring = [] } = certificates ?? {};
    const monitors = covered.filter(({ kind }) => kind === "certificate_monitor");
    const hostnameOf = ({ hostname, monitor }: ObjectValue) =>
      textOf(hostname) ?? monitors.find(({ id }) => id === monitor)?.key ?? textOf(monitor);
    const erroneous = groupedBy(errors, (error) => hostnameOf(error) ?? "unknown hostname");
    const soon = new Map(
      expiring.map((monitor) => [textOf(monitor.hostname) ?? String(monitor.id), monitor]),
    );
    const days = new Map(objects.map(({ kind, key, expiry_days }) => [`${kind} ${key}`, expiry_days]));
    const daysOf = (hostname: string) =>
      days.get(`certificate_monitor ${hostname}`) ?? Number.MAX_SAFE_INTEGER;
    const first = [...erroneous.keys()].sort((a, b) => daysOf(a) - daysOf(b));
    return [...new Set([...first, ...soon.keys()])].map((hostname) => {
      const found = erroneous.get(hostname) ?? [];
      const expiry = soon.get(hostname);
      const sid = found[0]?.monitor ?? expiry?.id;
      const monitor = monitors.find(({ id }) => id === sid) ?? monitors.find(({ key }) => key === hostname);
      const words = found
        .map(({ type, message }) => (textOf(type) ?? textOf(message) ?? "error").replaceAll("_", " "))
        .filter((word) => word !== "expired" || expiry === undefined || !hasExpired(expiry));
      const text = [namesText(words, words.length), expiry && expiryText(expiry)].filter(Boolean).join(", ");
      return problem(
        { ...monitor, key: hostname },
        monitor?.watch.reason === "paused" ? `${text} (${lastResult})` : text,
        `certificates ${found.length > 0 ? "errors" : "monitors"}`,
        { notifies: monitor === undefined ? null : notifiedGroups(monitor.groups, parts) },
      );
    });
  },

  groups: ({ groups, structure: { memberships, contacts } }) =>
    (groups ?? [])
      .filter((group) => !group.is_unused_default)
      .map((group) => {
        const { id, name, why, reaches, unreached } = group;
        const contact = memberships.find((membership) => membership.contact_group === id)?.contact;
        const state = contacts.find((each) => each.id === contact)?.inactive;
        const silent = userTexts(unreached).join(" and ");
        const reach = reaches === "no" ? "reach no one" : "may reach no one";
        const effect =
          silent === ""
            ? `alerts about ${userTexts(group).join(" and ")} reach other groups only`
            : `alerts about ${silent} ${reach}`;
        const command = contact && state ? contactCommand(contact, state) : "contacts list";
        return problem({ name, id }, `${why}; ${userCount(group) === 0 ? "unused" : effect}`, command);
      }),

  unchecked: ({ unchecked }) => unchecked.map((object) => problem(object, object.reason, "hosts")),

  contacts: ({ contacts }) =>
    (["pending", "paused", "unknown"] as const).flatMap((state) =>
      (contacts?.[state] ?? []).map(({ id, contact: key, status }) => {
        const text = state === "unknown" ? `status unknown (${status})` : state;
        return problem({ id, key }, text, contactCommand(String(id), state));
      }),
    ),

  undeclared: ({ undeclared, structure }) => [
    ...(undeclared?.repeated ?? []).map(({ id, places }) => {
      const name = displayName(id, structure.names);
      return problem({ name, id }, `declared more than once: ${places.join(", ")}`, "drift");
    }),
    ...(undeclared?.objects ?? []).map((object) =>
      problem(object, `unmanaged ${kinds[object.kind].title}`, "drift"),
    ),
  ],

  paused: ({ paused, paused_as_declared: declared }) =>
    paused
      .filter(({ id }) => !declared.includes(id))
      .map((object) =>
        problem(object, `${kinds[object.kind].title} paused`, (address) => `resume ${address}`),
      ),

  requests: () => [],
};

/** An object that needs action or a look. */
export type Problem = ReturnType<typeof problem>;

/**
 * The problem of an object, which is named by its key, else by its name, else by its SID.
 * @param command the command to run next; a function gets the object as an argument that no shell takes for anything else
 */
function problem(
  { key, name, id }: { readonly [part in "key" | "name" | "id"]?: Value | undefined },
  text: string,
  command: string | ((argument: string) => string),
  more: { since?: string | null; notifies?: ReturnType<typeof notifiedGroups> | null } = {},
) {
  const [object = ""] = [key, name, id].flatMap((value) => textOf(value) ?? []);
  const isPlain = /^[\w.:/-]+$/.test(object) && !object.startsWith("-");
  const argument = isPlain ? object : String(id);
  return {
    /** Its address, hostname or name. */
    object,
    /** Its label, if that is different. */
    label: typeof name === "string" && name !== object ? name : null,
    /** The problem, such as `listed by spam.example, botnet.example`. */
    text,
    /** When the problem began, ISO 8601; null if the API does not return it. */
    since: more.since ?? null,
    /** The contact groups that are notified of the object, and whether they have no active contact; else null. */
    notifies: more.notifies ?? null,
    /** The command to run next. */
    command: `rblmonitor ${typeof command === "string" ? command : command(argument)}`,
  };
}

/** When a certificate expires, in words. */
function expiryText({ expiry_days: days }: ObjectValue): string {
  if (typeof days !== "number") return "";
  if (days < 0) return `expired ${counted(-days, "day")} ago`;
  return days === 0 ? "expires today" : `expires in ${counted(days, "day")}`;
}

/** The groups with these SIDs, with those that reach no one marked. */
function notifiedGroups(ids: unknown, { groups, structure }: Pick<Facts, "groups" | "structure">) {
  const unreachable = new Set((groups ?? []).map(({ id }) => id));
  return (Array.isArray(ids) ? ids : []).map((id) => ({
    name: displayName(String(id), structure.names),
    unreachable: unreachable.has(String(id)),
  }));
}

/** The command that activates a contact. */
function contactCommand(id: string, state: ContactState): string {
  if (state === "unknown") return "contacts list";
  return `${state === "paused" ? "resume" : "contacts resend"} ${id}`;
}

function namesText(names: readonly string[], count: number): string {
  const shown = names.slice(0, maxNamed);
  const more = count - shown.length;
  return more > 0 ? `${shown.join(", ")} +${grouped(more)}` : shown.join(", ");
}

/** A text or a number of the service. */
function textOf(value: Value | undefined): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
