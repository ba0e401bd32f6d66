import type { ContactState } from "../../../../coverage/alerting";
import type { Value } from "../../../../terraform";
import { grouped } from "../../../output/text";
import { displayName } from "../../../output/values";
import type { Facts } from "./facts";

/** How many blocklists or errors a problem names. */
const maxNamed = 2;

/** An object that needs action or a look. */
export type Problem = ReturnType<typeof problem>;

/**
 * The problem of an object, which is named by its key, else by its name, else by its SID.
 * @param command the command to run next; a function gets the object as an argument that no shell takes for anything else
 */
export function problem(
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

/** The groups with these SIDs, and whether they have no active contact, or perhaps none. */
export function notifiedGroups(ids: unknown, { groups, structure }: Pick<Facts, "groups" | "structure">) {
  const found = new Map(groups?.map(({ id, reaches }) => [id, reaches]));
  return (Array.isArray(ids) ? ids : []).map(String).map((id) => {
    const reaches = found.get(id);
    const note = reaches && `${reaches === "no" ? "no" : "perhaps no"} active contact`;
    return { name: displayName(id, structure.names), unreachable: found.has(id), note: note ?? null };
  });
}

/** The command that activates a contact. */
export function contactCommand(id: string, state: ContactState): string {
  if (state === "unknown") return "contacts list";
  return `${state === "paused" ? "resume" : "contacts resend"} ${id}`;
}

/** The first names, and the number of further ones. */
export function namesText(names: readonly string[], count: number): string {
  const shown = names.slice(0, maxNamed);
  const more = count - shown.length;
  return more > 0 ? `${shown.join(", ")} +${grouped(more)}` : shown.join(", ");
}

/** A text or a number of the service. */
export function textOf(value: Value | undefined): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
