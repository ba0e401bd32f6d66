import { identical } from "../../src/terraform/values/equal";
import { asObject, type ObjectValue } from "../../src/terraform/values/object-value";
import type { Type } from "../../src/terraform/values/type";
import { Unknown, type Value } from "../../src/terraform/values/value";
import { isWithin } from "./refinements";
import type { SchemaAttributes } from "./schema";

/**
 * What a core refuses in the result of an apply, and in the plan that it makes again while it applies: any known planned
 * value that became another one, and a value that contradicts what was known of an unknown one.
 */
export function resultProblems(
  attributes: SchemaAttributes,
  planned: ObjectValue | null,
  actual: ObjectValue | null,
): string[] {
  if (planned === null || actual === null)
    return planned === actual
      ? []
      : [`(root): ${planned === null ? "was absent" : "was present"} in the plan`];
  return Object.entries(attributes).flatMap(([name, { type, isSensitive }]) => {
    const problems = ofValue(type, planned[name] ?? null, actual[name] ?? null, `.${name}`);
    return isSensitive && problems.length > 0 ? [`.${name}: another sensitive value than planned`] : problems;
  });
}

function ofValue(type: Type, planned: Value, actual: Value, path: string): string[] {
  if (planned instanceof Unknown) return isWithin(planned, actual) ? [] : [`${path}: not as refined`];
  if (planned === null || actual === null || actual instanceof Unknown || isLeaf(type))
    return identical(type, planned, actual) ? [] : [`${path}: was ${shown(planned)}, now ${shown(actual)}`];
  switch (type.kind) {
    case "set":
      return ofSet(type.element, planned as readonly Value[], actual as readonly Value[], path);
    case "list":
    case "map":
      return ofParts(() => type.element, { ...(planned as object) }, { ...(actual as object) }, path);
    case "object":
      return ofParts((key) => type.attributes[key], asObject(planned) ?? {}, asObject(actual) ?? {}, path);
    default:
      return [];
  }
}

function isLeaf({ kind }: Type): boolean {
  return kind === "string" || kind === "number" || kind === "bool";
}

function ofParts(
  typeAt: (key: string) => Type | undefined,
  planned: ObjectValue,
  actual: ObjectValue,
  path: string,
): string[] {
  return [...new Set([...Object.keys(planned), ...Object.keys(actual)])].flatMap((key) => {
    const type = typeAt(key);
    if (type === undefined || !(key in planned)) return [`${path}[${key}]: was not planned`];
    return key in actual
      ? ofValue(type, planned[key] ?? null, actual[key] ?? null, `${path}[${key}]`)
      : [`${path}[${key}]: was planned and is not there`];
  });
}

/** Every element must have a like on the other side. Unknown ones may turn out equal, so there may be fewer, never more. */
function ofSet(element: Type, planned: readonly Value[], actual: readonly Value[], path: string): string[] {
  const fits = (one: Value, other: Value) => ofValue(element, one, other, "").length === 0;
  const unmatched = [
    ...planned.filter((one) => !actual.some((other) => fits(one, other))),
    ...actual.filter((other) => !planned.some((one) => fits(one, other))),
  ];
  if (unmatched.length > 0) return [`${path}: no match for ${unmatched.map(shown).join(", ")}`];
  return actual.length > planned.length ? [`${path}: more elements than planned`] : [];
}

function shown(value: Value): string {
  return value instanceof Unknown ? "unknown" : JSON.stringify(value);
}
