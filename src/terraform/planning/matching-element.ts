import type { Attribute, Attributes, Shape } from "../schema/attribute";
import { canonicalText } from "../values/canonical-text";
import { type ElementStep, elementAt, elements } from "../values/elements";
import { identical } from "../values/equal";
import { asObject, type ObjectValue } from "../values/object-value";
import { Unknown, type Value } from "../values/value";
import { isSemanticallyEqual, normalize } from "./semantic-equality";

/** Finds the element that represents the same object as a planned element. Sets have no keys. */
type ElementFinder = (planned: Value, step: ElementStep) => Value | undefined;

type Nested = NonNullable<Shape["parts"]["nested"]>;

/** Finds the configured element of a planned one. The plan may have set attributes that the configuration leaves out. */
export function configuredElements(nested: Nested, configured: Value): ElementFinder {
  const { attributes } = nested;
  return createFinder(nested, configured, (planned, other) => matchScore(attributes, other, planned));
}

/** Finds the prior element of a planned one: both agree in all attributes that the user can set. */
export function priorElements(nested: Nested, prior: Value): ElementFinder {
  const { attributes } = nested;
  return createFinder(nested, prior, (planned, other) => matchScore(attributes, planned, other));
}

/**
 * Whether two values agree in everything the user can set. Computed attributes do not count, nor do attributes that are
 * null or unknown in the first value and that the provider may set.
 */
export function agrees(attribute: Attribute, open: Value, filled: Value): boolean {
  const { shape } = attribute.parts;
  const { nested } = shape.parts;
  if (areBothEmpty(attribute, open, filled)) return true;
  const isMissing = [open, filled].some((value) => value === null || value instanceof Unknown);
  if (nested === undefined || isMissing) {
    return identical(attribute.type, open, filled) || isSemanticallyEqual(shape, open, filled);
  }
  const objectsAgree = (one: Value, other: Value) => {
    const [mine, theirs] = [asObject(one), asObject(other)];
    return mine !== null && theirs !== null && matchScore(nested.attributes, mine, theirs) !== undefined;
  };
  if (nested.mode === "single") return objectsAgree(open, filled);
  const [these, those] = [elements(open), elements(filled)];
  const hasMatch = (one: Value, step: ElementStep) =>
    nested.mode === "set"
      ? those.some(([other]) => objectsAgree(one, other))
      : objectsAgree(one, elementAt(filled, step) ?? null);
  return these.length === those.length && these.every(([one, step]) => hasMatch(one, step));
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

function isEmpty({ type, parts }: Attribute, value: Value): boolean {
  if (value === null) return true;
  // A user who empties an optional text removes it.
  if (value === "") return parts.presence === "optional";
  if (typeof value !== "object" || value instanceof Unknown) return false;
  if (!["set", "list", "map"].includes(type.kind)) return false;
  return Object.keys(value).length === 0;
}

type MatchScore = (planned: ObjectValue, other: ObjectValue) => number | undefined;

function createFinder({ mode, attributes }: Nested, collection: Value, likeness: MatchScore): ElementFinder {
  if (mode !== "set") return (_, step) => elementAt(collection, step);
  const others = elements(collection);
  const settable = Object.values(attributes).some(({ parts }) => parts.presence !== "computed");
  if (!settable || others.length === 0) return () => undefined;
  const keyOf = elementKey(attributes);
  const byKey = new Map<string, ObjectValue[]>();
  for (const [other] of others) {
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
