import type { ManagedResource } from "../../provider/managed/resource";
import { managedResources } from "../../provider/resources";
import { maskedDestination } from "../../service/destinations";
import type { Kind } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import { isSameText } from "../../service/same";
import { patternMatcher } from "../../service/wildcards";
import type { ObjectValue } from "../../terraform";

/** An object by everything that names it. */
export interface NamedObject {
  readonly kind: Kind;
  /** Its SID; of a subnet, that of the resource. */
  readonly id: string;
  /** Its natural key: address, hostname or destination; absent if the kind has none or the API does not return it. */
  readonly key?: string;
  /** Its label; absent if the kind has none or the API does not return it. */
  readonly name?: string;
}

export function resourceOf(kind: Kind): ManagedResource {
  return managedResources[`rblmonitor_${kind}`];
}

/** Whether a configuration can declare an object: any but a built-in source. */
export function isManageable<K extends Kind>(kind: K, object: ServiceObject<K>): boolean {
  return resourceOf(kind).object.refusal?.(object) === undefined;
}

/** The names of an object as the service or a state has it. */
export function namesOfObject(kind: Kind, object: Readonly<{ id: string; name?: unknown }>): NamedObject {
  const { field } = resourceOf(kind).object.key;
  const { id, name } = object;
  const key = field === undefined ? undefined : shownFields(kind, object as ObjectValue)[field];
  return { kind, id, ...(typeof key === "string" && { key }), ...(typeof name === "string" && { name }) };
}

/** The fields of an object as they may be shared: of a destination that is a credential, only the end is left. */
export function shownFields<F extends Readonly<Record<string, unknown>>>(
  kind: Kind | undefined,
  fields: F,
): F {
  const { contact, type } = fields;
  if (kind !== "contact" || typeof contact !== "string") return fields;
  return { ...fields, contact: maskedDestination(type, contact) };
}

/** A matcher for a pattern in which `*` matches any text and `?` any character. */
export function globOf(pattern: string): (text: string) => boolean {
  return patternMatcher(pattern, { questionMarks: true });
}

export function hasTags(kind: Kind): boolean {
  return "tags" in resourceOf(kind).attributes;
}

/** The SIDs of all objects that a resource with these values manages: its own, and those of its members. */
export function sidsIn({ id, members }: Readonly<Record<string, unknown>>): string[] {
  const others = Array.isArray(members) ? members.map((member: { id?: unknown } | null) => member?.id) : [];
  return [...new Set([id, ...others])].filter((sid) => typeof sid === "string");
}

export function tagsOf(objects: readonly object[]): string[] {
  return objects.flatMap((object) => ("tags" in object && Array.isArray(object.tags) ? object.tags : []));
}

/** Whether an object has one of the wanted tags; true if no tag is wanted. */
export function hasOneOf(wanted: readonly string[], tags: unknown): boolean {
  const isWanted = (tag: unknown) => wanted.some((each) => isSameText(each, String(tag)));
  return wanted.length === 0 || (Array.isArray(tags) && tags.some(isWanted));
}
