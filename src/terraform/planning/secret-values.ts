import type { Attribute, Attributes, Nesting } from "../schema/attribute";
import { Decimal } from "../values/decimal";
import { asObject, type ObjectValue } from "../values/object-value";
import { Unknown, type Value } from "../values/value";

/** The strings and numbers in the sensitive and write-only attributes of an object. */
export function secretValues(attributes: Attributes, object: ObjectValue): readonly string[] {
  const found: string[] = [];
  for (const name in attributes) {
    const { parts } = attributes[name] as Attribute;
    const value = object[name] ?? null;
    const { nested } = parts.shape.parts;
    if (parts.sensitive || parts.writeOnly) found.push(...leaves(value));
    else if (nested) {
      for (const element of elements(nested.mode, value))
        found.push(...secretValues(nested.attributes, element));
    }
  }
  return found;
}

/** The objects in a nested value. */
function elements(mode: Nesting, value: Value): readonly ObjectValue[] {
  const all = mode === "map" ? Object.values(asObject(value) ?? {}) : Array.isArray(value) ? value : [value];
  return all.map(asObject).filter((one) => one !== null);
}

function leaves(value: Value): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (value instanceof Decimal) return [value.text];
  if (typeof value !== "object" || value === null || value instanceof Unknown) return [];
  return Object.values(value as ObjectValue).flatMap(leaves);
}
