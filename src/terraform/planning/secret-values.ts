import type { Attributes } from "../schema/attribute";
import { Decimal } from "../values/decimal";
import type { ObjectValue } from "../values/object-value";
import { Unknown, type Value } from "../values/value";
import { applyRule } from "./attribute-rule";

/** The strings and numbers in the sensitive and write-only attributes of an object. */
export function secretValues(attributes: Attributes, object: ObjectValue): readonly string[] {
  const found: string[] = [];
  applyRule(attributes, { planned: object, configured: null, prior: null }, ({ parts }, { planned }) => {
    if (parts.sensitive || parts.writeOnly) found.push(...leaves(planned));
    return planned;
  });
  return found;
}

function leaves(value: Value): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (value instanceof Decimal) return [value.text];
  if (typeof value !== "object" || value === null || value instanceof Unknown) return [];
  return Object.values(value as ObjectValue).flatMap(leaves);
}
