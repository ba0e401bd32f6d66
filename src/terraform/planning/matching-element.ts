import type { Attribute, Attributes } from "../schema/attribute";
import { canonicalText } from "../values/canonical-text";
import { identical } from "../values/equal";
import { asObject, type ObjectValue } from "../values/object-value";
import { Unknown, type Value } from "../values/value";
import { isSemanticallyEqual, normalize } from "./semantic-equality";

/** Finds the element that represents the same object as an element of a planned set. Sets have no keys. */
export type ElementFinder = (planned: Value) => ObjectValue | undefined;

/** Finds the configured element of a planned one. The plan may have set attributes that the configuration leaves out. */
export function configuredElements(attributes: Attributes, configured: readonly Value[]): ElementFinder {
  return createFinder(attributes, configured, (planned, other) => matchScore(attributes, other, planned));
}

/** Finds the prior element of a planned one: both agree in all attributes that the user can set. */
export function priorElements(attributes: Attributes, prior: readonly Value[]): ElementFinder {
  return createFinder(attributes, prior, (planned, other) => matchScore(attributes, planned, other));
}

/**
 * Whether two values agree in everything the user can set. Computed attributes do not count, nor do attributes that are
 * null or unknown in the first value and that the provider may set.
 */
export function agrees(attribute: Attribute, open: Value, filled: Value): boolean {
  const { shape } = attribute.parts;
  const { nested } = shape.parts;
  if (areBothEmpty(attribute, open, filled)) return true;
  if (nested === undefined || open === null || filled === null || open instanceof Unknown) {
    return identical(attribute.type, open, filled) || isSemanticallyEqual(shape, open, filled);
  }
  const objectsAgree = (one: Value, other: Value) => {
    const [mine, theirs] = [asObject(one), asObject(other)];
    return mine !== null && theirs !== null && matchScore(nested.attributes, mine, theirs) !== undefined;
  };
  return nested.mode === "single"
    ? objectsAgree(open, filled)
    : sameElements(nested.mode, open, filled, objectsAgree);
}

/** Whether two collections have the same number of elements, and each element has a match. */
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

/** Whether the provider may set the attribute if the user does not. */
export function isFilledByProvider({ parts }: Attribute): boolean {
  return parts.presence !== "required" && parts.presence !== "optional";
}

/**
 * Whether both are empty or null. Where the provider may set the attribute, null is not empty: it leaves the elements to
 * the provider.
 */
export function areBothEmpty(attribute: Attribute, one: Value, other: Value): boolean {
  if (attribute.parts.presence === "optional_computed" && (one === null) !== (other === null)) return false;
  return isEmpty(attribute, one) && isEmpty(attribute, other);
}

function isEmpty(attribute: Attribute, value: Value): boolean {
  if (value === null) return true;
  if (typeof value !== "object" || value instanceof Unknown) return false;
  if (!["set", "list", "map"].includes(attribute.type.kind)) return false;
  return Object.keys(value).length === 0;
}

type MatchScore = (planned: ObjectValue, other: ObjectValue) => number | undefined;

function createFinder(attributes: Attributes, others: readonly Value[], likeness: MatchScore): ElementFinder {
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
    return object === null ? undefined : bestMatch(object, byKey.get(keyOf(object)) ?? [], likeness);
  };
}

/** A key that equal objects share, so that large sets are not compared pairwise. */
function elementKey(attributes: Attributes): (object: ObjectValue) => string {
  const certain = Object.entries(attributes).filter(
    ([, { parts }]) => parts.presence === "required" && parts.shape.parts.nested === undefined,
  );
  return (object) =>
    certain
      .map(([name, { type, parts }]) => canonicalText(type, normalize(parts.shape, object[name] ?? null)))
      .join();
}

function bestMatch(
  planned: ObjectValue,
  candidates: readonly ObjectValue[],
  likeness: MatchScore,
): ObjectValue | undefined {
  let best: ObjectValue | undefined;
  let most = -1;
  for (const candidate of candidates) {
    const shared = likeness(planned, candidate) ?? -1;
    if (shared > most) [best, most] = [candidate, shared];
  }
  return best;
}

/** The number of attributes in which two objects agree; undefined if they cannot represent the same object. */
function matchScore(attributes: Attributes, open: ObjectValue, filled: ObjectValue): number | undefined {
  let shared = 0;
  for (const [name, attribute] of Object.entries(attributes)) {
    if (attribute.parts.presence === "computed") continue;
    const value = open[name] ?? null;
    const isOpen = isFilledByProvider(attribute) && (value === null || value instanceof Unknown);
    if (isOpen) continue;
    if (!agrees(attribute, value, filled[name] ?? null)) return undefined;
    shared++;
  }
  return shared;
}
