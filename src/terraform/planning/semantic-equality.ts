import type { Attribute, Shape } from "../schema/attribute";
import { canonicalText, distinct, identical } from "../values/equal";
import { elementAt, mapElements } from "../values/path";
import { isFullyKnown, Unknown, type Value } from "../values/value";

/** The normal form of a value, which semantically equal values share. A value that is not fully known is unchanged. */
export function normalize(shape: Shape, value: Value): Value {
  const { type, element, normalForm } = shape.parts;
  if (!hasNormalForm(shape) || value === null || !isFullyKnown(value)) return value;
  if (normalForm !== undefined) return normalForm(value) as Value;
  if (element === undefined) return value;
  const normalized = mapElements(value, (part) => normalize(element, part));
  return type.kind === "set" ? distinct(element.parts.type, normalized as readonly Value[]) : normalized;
}

/** Whether two values of a shape have the same normal form. Unknown values are never equal. */
export function isSemanticallyEqual(shape: Shape, a: Value, b: Value): boolean {
  if (a === null || b === null) return a === b;
  if (!isFullyKnown(a) || !isFullyKnown(b)) return false;
  const { type } = shape.parts;
  return identical(type, a, b) || identical(type, normalize(shape, a), normalize(shape, b));
}

/**
 * Whether both are empty or null. Where the provider may set the attribute, null is not empty: it leaves the elements to
 * the provider.
 */
export function areBothEmpty(attribute: Attribute, a: Value, b: Value): boolean {
  if (attribute.parts.presence === "optional_computed" && (a === null) !== (b === null)) return false;
  return isEmpty(attribute, a) && isEmpty(attribute, b);
}

function isEmpty({ parts }: Attribute, value: Value): boolean {
  // A user who empties an optional text removes it.
  if (value === "") return parts.presence === "optional";
  if (typeof value !== "object" || value instanceof Unknown) return false;
  return value === null || Object.keys(value).length === 0;
}

/** Replaces the value, or those of its elements, that are semantically equal to the known ones. */
export function keepEqualParts(shape: Shape, value: Value, known: Value): Value {
  if (!hasNormalForm(shape) || value === null || known === null) return value;
  if (isSemanticallyEqual(shape, known, value)) return known;
  const { type, element } = shape.parts;
  if (element === undefined) return value;
  if (type.kind === "set" && Array.isArray(value) && Array.isArray(known))
    return distinct(element.parts.type, keepEqualElements(element, value, known));
  return mapElements(value, (part, step) => keepEqualParts(element, part, elementAt(known, step) ?? null));
}

/** Replaces each element of a set by the first known element with the same normal form, in linear time. */
function keepEqualElements(shape: Shape, values: readonly Value[], spellings: readonly Value[]): Value[] {
  const textOf = (value: Value) => canonicalText(shape.parts.type, normalize(shape, value));
  const known = spellings.filter(isFullyKnown).reverse();
  const byText = new Map(known.map((spelling) => [textOf(spelling), spelling]));
  return values.map((value) => (isFullyKnown(value) ? (byText.get(textOf(value)) ?? value) : value));
}

/** Whether a shape or its elements have a normal form. */
export function hasNormalForm({ parts }: Shape): boolean {
  return parts.normalForm !== undefined || (parts.element !== undefined && hasNormalForm(parts.element));
}
