import {
  asObject,
  isFullyKnown,
  type ObjectValue,
  objectValue,
  type PlanCall,
  Unknown,
  type Value,
} from "../../terraform";
import type { Account } from "../account";
import { createBody, updateBody } from "./api-fields";
import { missingMembers } from "./notes";
import type { AnyManagedObject, ObjectAttributes } from "./object";

type RequestBody = Readonly<Record<string, unknown>>;

/** The bodies of the create and the update that a plan leads to, as far as their values are known. */
export function plannedBodies(
  object: AnyManagedObject,
  { config, prior, plan, privateState }: PlanCall<ObjectAttributes, Account>,
): { readonly create?: RequestBody; readonly update?: RequestBody } {
  const { attributes } = object;
  const planned = plan as ObjectValue;
  // Missing hosts of a subnet are recreated as planned.
  const isCreating = prior === null || missingMembers.of(privateState).length > 0;
  const configured = (object.createFields?.({ config }) ?? {}) as ObjectValue;
  return {
    ...(isCreating && {
      create: { ...createBody(attributes, knownParts(planned)).body, ...knownParts(configured) },
    }),
    ...(prior !== null && { update: updateBody(attributes, prior as ObjectValue, planned).body }),
  };
}

/** An object without unknown members and unknown elements. */
function knownParts(values: ObjectValue): ObjectValue {
  const known = objectValue([]);
  for (const [name, value] of Object.entries(values)) {
    const part = knownPart(value);
    if (part !== undefined) known[name] = part;
  }
  return known;
}

/** The known part of a value; undefined if there is none. */
function knownPart(value: Value): Value | undefined {
  if (isFullyKnown(value)) return value;
  if (Array.isArray(value)) {
    const elements: readonly Value[] = value.filter((element: Value) => isFullyKnown(element));
    return elements.length === 0 ? undefined : elements;
  }
  const object = value instanceof Unknown ? null : asObject(value);
  const elements = object === null ? {} : knownParts(object);
  return Object.keys(elements).length === 0 ? undefined : elements;
}
