import { canonicalSid } from "../../service/sids";
import { compareNaturally } from "./order";
import { printable } from "./terminal";
import { firstOf, shortened } from "./text";

/** A value as JSON has it. */
export type Json = null | string | number | boolean | readonly Json[] | { readonly [name: string]: Json };

/** An attribute that differs; without values if it is sensitive. */
export type ChangedAttribute =
  | { readonly name: string; readonly before: Json; readonly after: Json }
  | { readonly name: string; readonly sensitive: true };

export type Names = Readonly<Record<string, string>>;

/** How many elements of a set are shown, and how many characters of a value. */
const maxElements = 10;
const maxValueLength = 300;

/**
 * The change of an attribute: `"a" → "b"`, or the elements that a set lost and got. Objects are called by their names, and
 * by their SIDs too if `withSids` is set or the names are equal.
 */
export function changeText(attribute: ChangedAttribute, names: Names = {}, withSids = false): string {
  if ("sensitive" in attribute) return "differs (sensitive)";
  const { before, after } = attribute;
  if (Array.isArray(before) && Array.isArray(after)) return elementsText(before, after, names, withSids);
  const [from, to] = [valueText(before, names, withSids), valueText(after, names, withSids)];
  return from === to && !withSids ? changeText(attribute, names, true) : `${from} → ${to}`;
}

/** The elements that a set loses and gets: `− "a", + "b"`; `none` when there are none. */
export function elementsText(
  before: readonly Json[],
  after: readonly Json[],
  names: Names,
  withSids = false,
  ...further: readonly string[]
): string {
  const without = (these: readonly Json[], those: readonly Json[]) => {
    const texts = new Set(those.map((item) => JSON.stringify(item)));
    return these.filter((item) => !texts.has(JSON.stringify(item)));
  };
  const changes = [
    ...without(before, after).map((item) => `− ${valueText(item, names, withSids)}`),
    ...without(after, before).map((item) => `+ ${valueText(item, names, withSids)}`),
    ...further,
  ];
  return firstOf(changes, maxElements).join(", ") || "none";
}

/** A value as people read it: texts in quotation marks, names instead of SIDs, `none` for null. */
export function valueText(value: Json, names: Names, withSids = false): string {
  if (value === null) return "none";
  if (typeof value !== "string") return jsonShown(value);
  const name = nameOf(value, names);
  if (name === undefined) return jsonShown(value);
  return withSids ? `${value} (${jsonShown(name)})` : jsonShown(name);
}

/** The names of the objects to which the attributes refer by SID, before or after the change. */
export function namesIn(attributes: readonly ChangedAttribute[], names: Names): Names {
  const values = attributes.flatMap((attribute) =>
    "sensitive" in attribute ? [] : [attribute.before, attribute.after].flat(),
  );
  const named = new Set(values.map((value) => (typeof value === "string" ? canonicalSid(value) : value)));
  return Object.fromEntries(Object.entries(names).filter(([id]) => named.has(id)));
}

/** The name of an object, or its SID. */
export function displayName(id: string, names: Names): string {
  return nameOf(id, names) ?? id;
}

/** The service may return any text as a SID, such as `constructor`. */
function nameOf(id: string, names: Names): string | undefined {
  const sid = canonicalSid(id);
  return Object.hasOwn(names, sid) ? names[sid] : undefined;
}

/** The natural key of an object with its label: `192.0.2.1 "Mail"`; empty if both are unknown. */
export function labelOf({ key, name }: { readonly key?: string; readonly name?: string }): string {
  return [key && shortened(printable(key), maxValueLength), name === undefined ? "" : jsonShown(name)]
    .filter(Boolean)
    .join(" ");
}

/** A value as JSON, such as a text in quotation marks, without control characters for a terminal. */
function jsonShown(value: Json): string {
  return shortened(printable(JSON.stringify(value)), maxValueLength);
}

/** A value with sorted elements and members: sets have no order, and order matters in no list here. */
export function inOrder(json: Json): Json {
  if (!Array.isArray(json)) {
    if (typeof json !== "object" || json === null) return json;
    return Object.fromEntries(Object.entries(json).sort(([a], [b]) => compareNaturally(a, b)));
  }
  const items = json.map(inOrder).map((item) => ({ item, text: JSON.stringify(item) }));
  return items.sort((a, b) => compareNaturally(a.text, b.text)).map(({ item }) => item);
}
