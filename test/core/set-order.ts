import { canonicalText } from "../../src/terraform/values/equal";
import { asObject, objectValue } from "../../src/terraform/values/object-value";
import type { Type } from "../../src/terraform/values/type";
import { Unknown, type Value } from "../../src/terraform/values/value";

/** A value with its sets in the order in which a core sends and stores them: texts and numbers ascending, unknowns last. */
export function inSetOrder(type: Type, value: Value): Value {
  if (value === null || value instanceof Unknown) return value;
  if (type.kind === "set" || type.kind === "list") {
    const elements = (value as readonly Value[]).map((one) => inSetOrder(type.element, one));
    return type.kind === "set" ? elements.sort((a, b) => compared(type.element, a, b)) : elements;
  }
  const object = asObject(value);
  if (object === null || !("element" in type || "attributes" in type)) return value;
  return objectValue(
    Object.entries(object).map(([name, part]) => {
      const of = "element" in type ? type.element : type.attributes[name];
      return [name, of === undefined ? part : inSetOrder(of, part)];
    }),
  );
}

function compared(type: Type, a: Value, b: Value): number {
  if (a instanceof Unknown || b instanceof Unknown)
    return Number(a instanceof Unknown) - Number(b instanceof Unknown);
  if (typeof a === "number" && typeof b === "number") return a - b;
  return canonicalText(type, a) < canonicalText(type, b) ? -1 : 1;
}
