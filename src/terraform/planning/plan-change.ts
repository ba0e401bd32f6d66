import type { Attribute, Attributes } from "../schema/attribute";
import { objectType } from "../schema/implied-type";
import { identical } from "../values/equal";
import { asObject, type ObjectValue, plainObject } from "../values/object-value";
import type { Path } from "../values/path";
import { Unknown, unknown, type Value } from "../values/value";
import { areBothEmpty, hasNormalForm, isSemanticallyEqual, keepEqualParts } from "./semantic-equality";

/** The input to plan a create (`prior` is null) or an update. */
export interface Change {
  readonly prior: ObjectValue | null;
  /** Terraform's merge of configuration and prior state. */
  readonly proposed: ObjectValue;
  readonly config: ObjectValue;
}

/**
 * Plans a change with the rules of single attributes. Computed values become unknown last, and only if something else
 * changes: otherwise every plan would show a change.
 */
export function planChange(
  attributes: Attributes,
  { prior, proposed, config }: Change,
): { planned: { [name: string]: Value }; replace: Path[] } {
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
export function keepSemanticallyEqual(
  attributes: Attributes,
  reported: ObjectValue,
  known: ObjectValue,
): ObjectValue {
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

function mapAttributes(
  attributes: Attributes,
  form: (attribute: Attribute, name: string) => Value,
): { [name: string]: Value } {
  const values = plainObject<Value>();
  for (const name in attributes) values[name] = form(attributes[name] as Attribute, name);
  return values;
}
