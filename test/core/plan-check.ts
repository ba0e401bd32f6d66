import { identical } from "../../src/terraform/values/equal";
import type { ObjectValue } from "../../src/terraform/values/object-value";
import type { SchemaAttributes } from "./schema";

/**
 * What a core refuses in a plan: a value that is neither configured nor, where something is configured, the prior one. Only
 * what is computed and not configured is the provider's to choose. Returns problems, each with the path that it is at.
 */
export function planProblems(
  attributes: SchemaAttributes,
  prior: ObjectValue | null,
  config: ObjectValue,
  planned: ObjectValue | null,
): string[] {
  if (planned === null) return ["(root): planned as absent, but configured"];
  return Object.entries(attributes).flatMap(([name, { type, isComputed, isOptional, isWriteOnly }]) => {
    const [configured, value] = [config[name] ?? null, planned[name] ?? null];
    if (identical(type, value, configured)) return [];
    if (prior !== null && identical(type, value, prior[name] ?? null)) return [];
    if (isWriteOnly) return value === null ? [] : [`.${name}: a write-only value is planned`];
    if (isComputed && (configured === null || !isOptional)) return [];
    if (configured === null) return [`.${name}: a value is planned for what is not computed`];
    return [`.${name}: the planned value is neither the configured nor the prior one`];
  });
}
