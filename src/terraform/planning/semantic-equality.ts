import type { Shape } from "../schema/attribute";
import { canonicalText } from "../values/canonical-text";
import { identical } from "../values/equal";
import { isFullyKnown } from "../values/known";
import { asObject, objectValue } from "../values/object-value";
import { distinct } from "../values/set-elements";
import type { Value } from "../values/value";

/** A value in the spelling that all values of the same meaning share, part by part. What is unknown stays so. */
export function normalize(shape: Shape, value: Value): Value {
  const { type, element, normalForm } = shape.parts;
  if (!hasMeaning(shape) || value === null || !isFullyKnown(value)) return value;
  if (normalForm !== undefined) return normalForm(value) as Value;
  if (element === undefined) return value;
  if (Array.isArray(value)) {
    const elements = value.map((one: Value) => normalize(element, one));
    return type.kind === "set" ? distinct(element.parts.type, elements) : elements;
  }
  const parts = Object.entries(asObject(value) ?? {});
  return objectValue(parts.map(([key, part]) => [key, normalize(element, part)]));
}

/** Whether two values of a shape mean the same by its own rule, or by that of its elements. */
export function isSemanticallyEqual(shape: Shape, a: Value, b: Value): boolean {
  if (a === null || b === null) return a === b;
  if (!isFullyKnown(a) || !isFullyKnown(b)) return false;
  const { type } = shape.parts;
  return identical(type, a, b) || identical(type, normalize(shape, a), normalize(shape, b));
}

/** The value in the spelling of another one where it means the same: as a whole, or else element by element. */
export function respelled(shape: Shape, value: Value, known: Value): Value {
  if (!hasMeaning(shape) || value === null || known === null) return value;
  if (isSemanticallyEqual(shape, known, value)) return known;
  const { type, element } = shape.parts;
  if (element === undefined) return value;
  if (Array.isArray(value) && Array.isArray(known)) {
    const spellings: readonly Value[] = known;
    if (type.kind !== "set") {
      return value.map((one: Value, index) => respelled(element, one, spellings[index] ?? null));
    }
    return distinct(element.parts.type, spelledAmong(element, value, spellings));
  }
  const [values, spellings] = [asObject(value), asObject(known)];
  if (values === null || spellings === null) return value;
  return objectValue(
    Object.entries(values).map(([key, one]) => [key, respelled(element, one, spellings[key] ?? null)]),
  );
}

/** Values in the first of the spellings that means the same. By their normal forms, so that thousands are no matter. */
function spelledAmong(shape: Shape, values: readonly Value[], spellings: readonly Value[]): Value[] {
  const textOf = (value: Value) => canonicalText(shape.parts.type, normalize(shape, value));
  const known = spellings.filter(isFullyKnown).reverse();
  const byText = new Map(known.map((spelling) => [textOf(spelling), spelling]));
  return values.map((one) => (isFullyKnown(one) ? (byText.get(textOf(one)) ?? one) : one));
}

/** Whether values of a shape can mean the same in different spellings. */
export function hasMeaning({ parts }: Shape): boolean {
  return parts.normalForm !== undefined || (parts.element !== undefined && hasMeaning(parts.element));
}
