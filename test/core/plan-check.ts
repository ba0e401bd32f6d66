import { Schema_Object_NestingMode as Mode } from "../../src/terraform/protocol/generated/tfplugin6";
import { identical } from "../../src/terraform/values/equal";
import { asObject, type ObjectValue } from "../../src/terraform/values/object-value";
import { Unknown, type Value } from "../../src/terraform/values/value";
import type { SchemaAttribute, SchemaAttributes } from "./schema";

/** What an attribute was, is configured to be, and is planned to be. */
interface Place {
  readonly prior: Value;
  readonly config: Value;
  readonly planned: Value;
}

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
  return ofAttributes(attributes, prior, config, planned, "");
}

function ofAttributes(
  attributes: SchemaAttributes,
  prior: ObjectValue | null,
  config: ObjectValue | null,
  planned: ObjectValue | null,
  path: string,
): string[] {
  const at = (object: ObjectValue | null, name: string) => object?.[name] ?? null;
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const place = { prior: at(prior, name), config: at(config, name), planned: at(planned, name) };
    return ofAttribute(attribute, place, `${path}.${name}`);
  });
}

function ofAttribute(attribute: SchemaAttribute, place: Place, path: string): string[] {
  const { prior, config, planned } = place;
  if (identical(attribute.type, planned, config)) return [];
  if (prior !== null && config !== null && identical(attribute.type, planned, prior)) return [];
  if (attribute.isWriteOnly) return planned === null ? [] : [`${path}: a write-only value is planned`];
  if (attribute.isComputed && (config === null || !attribute.isOptional)) return [];
  if (config === null) return [`${path}: a value is planned for what is not computed`];
  if (attribute.nested !== undefined) return ofNested(attribute.nested, place, path);
  return [`${path}: the planned value is neither the configured nor the prior one`];
}

function ofNested(
  { mode, attributes }: NonNullable<SchemaAttribute["nested"]>,
  { prior, config, planned }: Place,
  path: string,
): string[] {
  if (planned === null) return [`${path}: planned as absent, but configured`];
  if (planned instanceof Unknown) return [`${path}: planned as unknown, but configured`];
  const objects = (value: Value): ObjectValue =>
    mode === Mode.SINGLE ? { "": value } : (Object.fromEntries(Object.entries(value ?? {})) as ObjectValue);
  const [before, wanted, now] = [objects(prior), objects(config), objects(planned)];
  const keys = Object.keys(now);
  const isSameSize = keys.length === Object.keys(wanted).length;
  // A core cannot match elements of two sets, so it compares only their number; an unknown element may be several.
  if (mode === Mode.SET) return isSameSize ? [] : [`${path}: another number of elements than configured`];
  if (!isSameSize || keys.some((key) => !(key in wanted))) return [`${path}: other elements than configured`];
  return keys.flatMap((key) =>
    ofAttributes(
      attributes,
      asObject(before[key]),
      asObject(wanted[key]),
      asObject(now[key]),
      key === "" ? path : `${path}[${key}]`,
    ),
  );
}
