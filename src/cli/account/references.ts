import { capitalized } from "../../provider/text";
import { type Kind, kinds } from "../../service/kinds";
import { isSameText } from "../../service/same";
import { canonicalSid, isSid } from "../../service/sids";
import { isPausedStatus } from "../../service/status";
import type { ObjectValue } from "../../terraform";
import { assertMatched, possible, unmatched } from "../output/suggestion";
import { printable } from "../output/terminal";
import { type Column, namesWithin } from "../output/text-table";
import { displayName } from "../output/values";

/** Objects with names to which others refer by SID. */
type Referents = readonly { readonly id: string; readonly name?: string }[];

/** The SIDs in an attribute that holds one or several. */
function sidsAt(object: ObjectValue, attribute: string): string[] {
  return [object[attribute] ?? []].flat().map(String);
}

/**
 * Whether an object refers to the one with this name or SID; to any without.
 * @param attribute holds the SIDs
 * @throws Error if there is none
 */
export function refersTo(asked: string | undefined, attribute: string, kind: Kind, referents: Referents) {
  if (asked === undefined) return () => true;
  const sid = canonicalSid(asked);
  const isAsked = ({ id, name }: Referents[number]) => id === sid || isSameText(name, asked);
  const ids = new Set(referents.filter(isAsked).map(({ id }) => id));
  if (ids.size === 0 && (referents.length > 0 || !isSid(kind, sid))) {
    const { title, plural } = kinds[kind];
    const names = referents.flatMap(({ name }) => name ?? []);
    const subject = `No ${title} is named ${printable(JSON.stringify(asked))}.`;
    throw new Error(subject + possible(asked, capitalized(plural), names));
  }
  return (object: ObjectValue) => sidsAt(object, attribute).some((id) => id === sid || ids.has(id));
}

/** Whether an object has this status, or any word for `paused`; any without. @throws Error for an unknown status */
export function hasStatus(
  asked: string | undefined,
  objects: readonly ObjectValue[],
  subject: string,
  usual: readonly string[],
): (object: ObjectValue) => boolean {
  if (asked === undefined) return () => true;
  const wanted = asked.toLowerCase();
  const known = objects.flatMap(({ status }) => (typeof status === "string" ? [status] : []));
  assertMatched(unmatched([wanted], [...known, ...usual], subject, ["status", "statuses"]));
  return ({ status }) =>
    status === wanted || (wanted === "paused" && typeof status === "string" && isPausedStatus(status));
}

/** The column of the names to which an attribute refers. */
export function referenceColumn(title: string, attribute: string, referents: Referents): Column<ObjectValue> {
  const names = Object.fromEntries(referents.map(({ id, name = id }) => [id, name]));
  const namesOf = (object: ObjectValue) =>
    sidsAt(object, attribute).map((id) => printable(displayName(id, names)));
  return {
    title,
    of: (object) => namesOf(object).join(", "),
    short: (object, width) => namesWithin(namesOf(object), width),
  };
}
