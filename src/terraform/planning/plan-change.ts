import type { Attribute, Attributes, Shape } from "../schema/attribute";
import { objectType } from "../schema/implied-type";
import { canonicalText, distinct, identical } from "../values/equal";
import { asObject, type ObjectValue, plainObject } from "../values/object-value";
import { elementAt, mapElements, type Path } from "../values/path";
import { isFullyKnown, Unknown, unknown, type Value } from "../values/value";

/** The input to plan a create (`prior` is null) or an update. */
interface Change {
  readonly prior: ObjectValue | null;
  /** Terraform's merge of configuration and prior state. */
  readonly proposed: ObjectValue;
  readonly config: ObjectValue;
}

/**
 * Plans a change with the rules of single attributes. Computed values become unknown last, and only if something else
 * changes: otherwise every plan would show a change.
 */
export function planChange(attributes: Attributes, { prior, proposed, config }: Change) {
  const planned = mapAttributes(attributes, (attribute, name) => {
    const { shape, presence, writeOnly, defaultValue } = attribute.parts;
    if (writeOnly) return null;
    const isDefault = presence === "defaulted" && (config[name] ?? null) === null;
    const value = isDefault ? (defaultValue as Value) : (proposed[name] ?? null);
    const before = prior?.[name] ?? null;
    // Terraform accepts either the configured or the prior value, so a collection is kept only as a whole.
    return hasNormalForm(shape) && isSemanticallyEqual(shape, before, value) ? before : value;
  });
  if (prior !== null && identical(objectType(attributes), planned, prior)) return { planned, replace: [] };

  const replace: Path[] = [];
  for (const name in attributes) {
    const attribute = attributes[name] as Attribute;
    const { presence, keepsPrior, replaces } = attribute.parts;
    const maySet = presence === "computed" || presence === "optional_computed";
    const isLeftToProvider = maySet && (config[name] ?? null) === null;
    if (isLeftToProvider) planned[name] = prior !== null && keepsPrior ? (prior[name] ?? null) : unknown;
    if (prior === null || !replaces) continue;
    // An unconfigured attribute that becomes unknown does not force replacement, or every update would.
    if (isLeftToProvider && planned[name] instanceof Unknown) continue;
    if (!agrees(attribute, planned[name] ?? null, prior[name] ?? null)) replace.push([{ attribute: name }]);
  }
  return { planned, replace };
}

/** Whether two values of an attribute have the same meaning. */
function agrees(attribute: Attribute, a: Value, b: Value): boolean {
  return (
    areBothEmpty(attribute, a, b) ||
    identical(attribute.type, a, b) ||
    isSemanticallyEqual(attribute.parts.shape, a, b)
  );
}

/**
 * The reported object, with semantically equal values in the form of the known state or plan. A null and an empty collection
 * are equal as well, unless the user cannot have written the null, as in a required attribute after an import.
 */
export function keepSemanticallyEqual(attributes: Attributes, reported: ObjectValue, known: ObjectValue) {
  return mapAttributes(attributes, (attribute, name) => {
    const [value, before] = [reported[name] ?? null, known[name] ?? null];
    const mayBeWritten = before !== null || attribute.parts.presence === "optional";
    if (mayBeWritten && areBothEmpty(attribute, value, before)) return before;
    return keepEqualParts(attribute.parts.shape, value, before);
  });
}

/** A state without write-only values. Missing attributes become null, unknown attributes are dropped. */
export function withoutSecrets(attributes: Attributes, state: ObjectValue): ObjectValue {
  return mapAttributes(attributes, ({ parts }, name) => {
    const value = parts.writeOnly ? null : (state[name] ?? null);
    const { nested } = parts.shape.parts;
    if (nested === undefined || !Array.isArray(value)) return value;
    return value.map((element: Value) => {
      const object = asObject(element);
      return object === null ? element : withoutSecrets(nested.attributes, object);
    });
  });
}

/** An object with a value for each attribute. */
export function mapAttributes(attributes: Attributes, form: (attribute: Attribute, name: string) => Value) {
  const values = plainObject<Value>();
  for (const name in attributes) values[name] = form(attributes[name] as Attribute, name);
  return values;
}

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
function hasNormalForm({ parts }: Shape): boolean {
  return parts.normalForm !== undefined || (parts.element !== undefined && hasNormalForm(parts.element));
}
