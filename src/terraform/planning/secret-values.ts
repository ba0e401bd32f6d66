import type { Attributes } from "../schema/attribute";
import { asObject, type ObjectValue } from "../values/object-value";
import { Unknown, type Value } from "../values/value";

/** The strings and numbers in the sensitive and write-only attributes of an object. */
export function secretValues(attributes: Attributes, object: ObjectValue): readonly string[] {
  return Object.entries(attributes).flatMap(([name, { parts }]) => {
    const value = object[name] ?? null;
    const { nested } = parts.shape.parts;
    if (parts.sensitive || parts.writeOnly) return leaves(value);
    if (nested === undefined || !Array.isArray(value)) return [];
    return (value as readonly Value[]).flatMap((part) =>
      secretValues(nested.attributes, asObject(part) ?? {}),
    );
  });
}

function leaves(value: Value): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null || value instanceof Unknown) return [];
  return Object.values(value).flatMap(leaves);
}
