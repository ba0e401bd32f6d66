import { capitalized } from "../../provider/text";
import { type Kind, kinds } from "../../service/kinds";
import { isSameText } from "../../service/same";
import { canonicalSid, isSid } from "../../service/sids";
import { pausedBy } from "../../service/status";
import type { ObjectValue } from "../../terraform";
import { warnAbout } from "../output/print";
import { assertMatched, possible, unmatched } from "../output/suggestion";
import { type Output, printable } from "../output/terminal";
import { type Column, namesWithin } from "../output/text-table";
import { displayName } from "../output/values";
import { failureText } from "./failure";
import type { AccountLists } from "./lists";
import { hasOneOf, resourceOf, tagsOf } from "./names";

/** Objects with names to which others refer by SID. */
type Referents = readonly { readonly id: string; readonly name?: string }[];

/** The SIDs in an attribute that holds one or several. */
function sidsAt(object: ObjectValue, attribute: string): string[] {
  return [object[attribute] ?? []].flat().map(String);
}

/** A condition on an attribute of objects, which an option sets. */
export interface Filter {
  readonly attribute: string;
  /** What remains unknown of objects without the attribute. */
  readonly fact?: string;
  /** Whether an object that has the attribute meets the condition; undefined if the value does not show that. */
  matches(object: ObjectValue): boolean | undefined;
}

/**
 * The objects that meet all conditions. Warns of those that may meet them, where the API does not return the attributes.
 * @returns the objects, and the number of those that may meet the conditions
 */
export function filtered(
  kind: Kind,
  objects: readonly ObjectValue[],
  filters: readonly Filter[],
  stderr: Output,
) {
  const isMissing = (object: ObjectValue, { attribute }: Filter) => (object[attribute] ?? null) === null;
  const answer = (object: ObjectValue, filter: Filter) =>
    isMissing(object, filter) ? undefined : filter.matches(object);
  const possible = objects.filter((object) => filters.every((filter) => answer(object, filter) !== false));
  const nameOf = (object: ObjectValue) =>
    String(object[resourceOf(kind).object.key.field ?? "id"] ?? object.id);
  for (const filter of filters) {
    const { attribute, fact = `${attribute} of these ${kinds[kind].plural}` } = filter;
    const open = possible.filter((object) => answer(object, filter) === undefined);
    const missing = open.filter((object) => isMissing(object, filter));
    warnAbout(missing.map(nameOf), `The API does not return ${fact}`, stderr);
    const unclear = open.filter((object) => !isMissing(object, filter));
    warnAbout(unclear.map(nameOf), `Unknown ${attribute} of these ${kinds[kind].plural}`, stderr);
  }
  const wanted = possible.filter((object) => filters.every((filter) => answer(object, filter)));
  return { wanted, unknown: possible.length - wanted.length };
}

/**
 * The filter for the objects that refer to the one with this name or SID; none without.
 * @param attribute holds the SIDs
 * @throws Error if there is none, or if the service refused the list that has the names
 */
export function refersTo(
  asked: string | undefined,
  attribute: string,
  kind: "contact_group" | "monitoring_profile",
  lists: AccountLists,
): Filter[] {
  if (asked === undefined) return [];
  const sid = canonicalSid(asked);
  const referents: Referents = lists.of(kind);
  const isAsked = ({ id, name }: Referents[number]) => id === sid || isSameText(name, asked);
  const ids = new Set(referents.filter(isAsked).map(({ id }) => id));
  if (ids.size === 0 && (lists.isWhole(kind) || !isSid(kind, sid))) {
    const { title, plural } = kinds[kind];
    const quoted = printable(JSON.stringify(asked));
    const refusal = lists.refused.get(kind);
    if (refusal !== undefined)
      throw new Error(
        failureText(refusal, [`Without the list, ${quoted} is unknown: give the SID of the ${title}`]),
      );
    const names = referents.flatMap(({ name }) => name ?? []);
    throw new Error(`No ${title} is named ${quoted}.${possible(asked, capitalized(plural), names)}`);
  }
  const matches = (object: ObjectValue) => sidsAt(object, attribute).some((id) => id === sid || ids.has(id));
  return [{ attribute, matches }];
}

/** The filter for objects with this status, or any word for `paused`; none without. @throws Error for an unknown status */
export function hasStatus(
  asked: string | undefined,
  objects: readonly ObjectValue[],
  subject: string,
  usual: readonly string[],
): Filter[] {
  if (asked === undefined) return [];
  const wanted = asked.toLowerCase();
  const known = objects.flatMap(({ status }) => (typeof status === "string" ? [status] : []));
  assertMatched(unmatched([wanted], [...known, ...usual], subject, ["status", "statuses"]));
  const matches = ({ status }: ObjectValue) =>
    wanted === "paused" ? pausedBy(String(status)) : status === wanted;
  return [{ attribute: "status", matches }];
}

/** The filter for hosts with one of these tags; none without. */
export function withTag(asked: readonly string[] = []): Filter[] {
  return asked.length === 0 ? [] : [{ attribute: "tags", matches: ({ tags }) => hasOneOf(asked, tags) }];
}

/** @throws Error for a tag that no host has, if the API returns the tags of all hosts */
export function assertTagsMatched(
  asked: readonly string[],
  hosts: readonly { readonly tags?: unknown }[],
): void {
  if (hosts.every(({ tags }) => Array.isArray(tags))) assertMatched(unmatched(asked, tagsOf(hosts), "host"));
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
