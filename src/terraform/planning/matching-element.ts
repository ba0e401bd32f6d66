import type { Attribute, Attributes } from "../schema/attribute";
import { canonicalText } from "../values/canonical-text";
import { identical } from "../values/equal";
import { asObject, type ObjectValue } from "../values/object-value";
import { Unknown, type Value } from "../values/value";
import { isSemanticallyEqual, normalize } from "./semantic-equality";

/** Finds what stands for the same object as an element of a planned set. Sets have no keys to tell it. */
export type ElementFinder = (planned: Value) => ObjectValue | undefined;

/** Finds the element of the configuration that an element was planned from: what it leaves open, the plan filled in. */
export function configuredElements(attributes: Attributes, configured: readonly Value[]): ElementFinder {
  return finder(attributes, configured, (planned, other) => likeness(attributes, other, planned));
}

/** Finds the element of the prior state that a planned one continues: they agree in all that the user can set. */
export function priorElements(attributes: Attributes, prior: readonly Value[]): ElementFinder {
  return finder(attributes, prior, (planned, other) => likeness(attributes, planned, other));
}

/**
 * Whether two values agree in all that the user can set. What the first leaves open may be anything in the second:
 * what is computed, and what is absent or unknown where the provider may fill it in.
 */
export function agree(attribute: Attribute, open: Value, filled: Value): boolean {
  const { shape } = attribute.parts;
  const { nested } = shape.parts;
  if (areBothEmpty(attribute, open, filled)) return true;
  if (nested === undefined || open === null || filled === null || open instanceof Unknown) {
    return identical(attribute.type, open, filled) || isSemanticallyEqual(shape, open, filled);
  }
  const objectsAgree = (one: Value, other: Value) => {
    const [mine, theirs] = [asObject(one), asObject(other)];
    return mine !== null && theirs !== null && likeness(nested.attributes, mine, theirs) !== undefined;
  };
  return nested.mode === "single"
    ? objectsAgree(open, filled)
    : sameElements(nested.mode, open, filled, objectsAgree);
}

/** Whether two collections of a kind have as many elements, and each element its like. */
function sameElements(
  kind: string,
  a: Value,
  b: Value,
  alike: (one: Value, other: Value) => boolean,
): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return false;
    const others: readonly Value[] = b;
    return kind === "set"
      ? a.every((one: Value) => others.some((other) => alike(one, other)))
      : a.every((one: Value, index) => alike(one, others[index] ?? null));
  }
  const [these, those] = [asObject(a), asObject(b)];
  if (these === null || those === null) return false;
  const keys = Object.keys(these);
  return (
    keys.length === Object.keys(those).length &&
    keys.every((key) => key in those && alike(these[key] ?? null, those[key] ?? null))
  );
}

/** Whether the provider may fill in what the user leaves out. */
export function isFilledIn({ parts }: Attribute): boolean {
  return parts.presence !== "required" && parts.presence !== "optional";
}

/**
 * Whether both are empty collections, or none. Where the provider may fill in what the user leaves out, none is not
 * empty: it leaves the elements to the provider.
 */
export function areBothEmpty(attribute: Attribute, one: Value, other: Value): boolean {
  if (attribute.parts.presence === "optional_computed" && (one === null) !== (other === null)) return false;
  return isEmpty(attribute, one) && isEmpty(attribute, other);
}

function isEmpty(attribute: Attribute, value: Value): boolean {
  if (value === null) return true;
  if (!["set", "list", "map"].includes(attribute.type.kind) || value instanceof Unknown) return false;
  return Object.keys(value).length === 0;
}

type Likeness = (planned: ObjectValue, other: ObjectValue) => number | undefined;

function finder(attributes: Attributes, others: readonly Value[], likeness: Likeness): ElementFinder {
  const settable = Object.values(attributes).some(({ parts }) => parts.presence !== "computed");
  if (!settable || others.length === 0) return () => undefined;
  const keyOf = elementKey(attributes);
  const byKey = new Map<string, ObjectValue[]>();
  for (const other of others) {
    const object = asObject(other);
    if (object === null) continue;
    const key = keyOf(object);
    const same = byKey.get(key);
    if (same === undefined) byKey.set(key, [object]);
    else same.push(object);
  }
  return (planned) => {
    const object = asObject(planned);
    return object === null ? undefined : mostAlike(object, byKey.get(keyOf(object)) ?? [], likeness);
  };
}

/** What equal objects have in common for certain, so that a set of thousands is not compared each with each. */
function elementKey(attributes: Attributes): (object: ObjectValue) => string {
  const certain = Object.entries(attributes).filter(
    ([, { parts }]) => parts.presence === "required" && parts.shape.parts.nested === undefined,
  );
  return (object) =>
    certain
      .map(([name, { type, parts }]) => canonicalText(type, normalize(parts.shape, object[name] ?? null)))
      .join();
}

function mostAlike(
  planned: ObjectValue,
  candidates: readonly ObjectValue[],
  likeness: Likeness,
): ObjectValue | undefined {
  let best: ObjectValue | undefined;
  let most = -1;
  for (const candidate of candidates) {
    const shared = likeness(planned, candidate) ?? -1;
    if (shared > most) [best, most] = [candidate, shared];
  }
  return best;
}

/** In how many attributes two objects agree; undefined when they cannot stand for the same object. */
function likeness(attributes: Attributes, open: ObjectValue, filled: ObjectValue): number | undefined {
  let shared = 0;
  for (const [name, attribute] of Object.entries(attributes)) {
    if (attribute.parts.presence === "computed") continue;
    const value = open[name] ?? null;
    const isOpen = isFilledIn(attribute) && (value === null || value instanceof Unknown);
    if (isOpen) continue;
    if (!agree(attribute, value, filled[name] ?? null)) return undefined;
    shared++;
  }
  return shared;
}
