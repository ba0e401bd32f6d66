import type { Shape } from "../schema/attribute";
import { identical } from "../values/equal";
import { isWhollyKnown } from "../values/known";
import { asObject, objectValue } from "../values/object-value";
import { distinct } from "../values/set-elements";
import type { Value } from "../values/value";

/** Whether two values of a shape mean the same by its own rule, or by that of its elements. */
export function meansTheSame(shape: Shape, a: Value, b: Value): boolean {
  if (a === null || b === null) return a === b;
  if (!isWhollyKnown(a) || !isWhollyKnown(b)) return false;
  const { type, element, sameMeaning } = shape.parts;
  if (sameMeaning !== undefined) return sameMeaning(a, b);
  if (element === undefined || !hasMeaning(element)) return identical(type, a, b);
  return sameElements(type.kind, a, b, (one, other) => meansTheSame(element, one, other));
}

/** Whether two collections of a kind have as many elements, and each element its like. */
export function sameElements(
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

/** The value in the spelling of another one where it means the same: as a whole, or else element by element. */
export function respelled(shape: Shape, value: Value, known: Value): Value {
  if (!hasMeaning(shape) || value === null || known === null) return value;
  if (meansTheSame(shape, known, value)) return known;
  const { type, element } = shape.parts;
  if (element === undefined) return value;
  if (Array.isArray(value) && Array.isArray(known)) {
    const spellings: readonly Value[] = known;
    if (type.kind !== "set") {
      return value.map((one: Value, index) => respelled(element, one, spellings[index] ?? null));
    }
    const found = value.map(
      (one: Value) => spellings.find((spelling) => meansTheSame(element, spelling, one)) ?? one,
    );
    return distinct(element.parts.type, found);
  }
  const [values, spellings] = [asObject(value), asObject(known)];
  if (values === null || spellings === null) return value;
  return objectValue(
    Object.entries(values).map(([key, one]) => [key, respelled(element, one, spellings[key] ?? null)]),
  );
}

/** Whether values of a shape can mean the same in different spellings. */
export function hasMeaning({ parts }: Shape): boolean {
  return parts.sameMeaning !== undefined || (parts.element !== undefined && hasMeaning(parts.element));
}
