import type { Attribute, Attributes } from "../schema/attribute";
import { asObject, type ObjectValue } from "../values/object-value";
import { Unknown, type Value } from "../values/value";

/** The strings and numbers in the sensitive and write-only attributes of an object. */
export function secretValues(attributes: Attributes, object: ObjectValue): readonly string[] {
  const secrets: string[] = [];
  for (const name in attributes) {
    const { sensitive, writeOnly, shape } = (attributes[name] as Attribute).parts;
    const value = object[name] ?? null;
    const { nested } = shape.parts;
    if (sensitive || writeOnly) secrets.push(...leaves(value));
    else if (nested && Array.isArray(value)) {
      for (const part of value as readonly Value[])
        secrets.push(...secretValues(nested.attributes, asObject(part) ?? {}));
    }
  }
  return secrets;
}

function leaves(value: Value): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null || value instanceof Unknown) return [];
  return Object.values(value).flatMap(leaves);
}
