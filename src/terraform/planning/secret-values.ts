import type { Attribute, Attributes } from "../schema/attribute";
import { Decimal } from "../values/decimal";
import { elements } from "../values/elements";
import { asObject, type ObjectValue } from "../values/object-value";
import { Unknown, type Value } from "../values/value";

/** The strings and numbers in the sensitive and write-only attributes of an object. */
export function secretValues(attributes: Attributes, object: ObjectValue): readonly string[] {
  const found: string[] = [];
  for (const name in attributes) {
    const { sensitive, writeOnly, shape } = (attributes[name] as Attribute).parts;
    const value = object[name] ?? null;
    const { nested } = shape.parts;
    if (sensitive || writeOnly) found.push(...leaves(value));
    else if (nested) {
      for (const part of nested.mode === "single" ? [value] : elements(value).map(([one]) => one))
        found.push(...secretValues(nested.attributes, asObject(part) ?? {}));
    }
  }
  return found;
}

function leaves(value: Value): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (value instanceof Decimal) return [value.text];
  if (typeof value !== "object" || value === null || value instanceof Unknown) return [];
  return Object.values(value as ObjectValue).flatMap(leaves);
}
