import { compareValues, type Likeness, mayBeSameElements } from "../../service/same";
import { pausedBy } from "../../service/status";
import {
  type Attribute,
  type Attributes,
  areBothEmpty,
  isFullyKnown,
  isSemanticallyEqual,
  normalize,
  type ObjectValue,
  type Value,
} from "../../terraform";
import { type WireField, wireFields } from "./wire";

/** A returned object of any kind. Fields that the API does not return are absent (docs/design/open-points.md#2). */
export type ApiObject = { readonly id: string; readonly status?: string; readonly [field: string]: unknown };

/** The attributes of an object that the API returned. An unknown status does not say whether it is paused. */
export function reportedValues(attributes: Attributes, object: ApiObject): { [name: string]: Value } {
  const reported = wireFields(attributes)
    .filter(({ field }) => object[field] !== undefined)
    .map(({ name, field, attribute }) => {
      const value = object[field] as Value;
      // An empty string equals null for an optional attribute.
      return [name, attribute.parts.presence === "optional" && value === "" ? null : value] as const;
    });
  const isPaused = pausedBy(object.status);
  if ("paused" in attributes && isPaused !== undefined) reported.push(["paused", isPaused]);
  return Object.fromEntries(reported);
}

/**
 * The body of a create, by field: every planned value. Empty values are omitted, unless the service has another default
 * (docs/design/api-3.0.md#rules (1): omitted `entries` select all sources, empty ones none). `names` are the attributes that it
 * sets: all known ones, and omitted ones that the service is to leave empty.
 */
export function createBody(attributes: Attributes, plan: ObjectValue) {
  const known = wireFields(attributes).filter(({ name }) => isFullyKnown(plan[name] ?? null));
  const isSet = ({ name, attribute }: WireField) =>
    (plan[name] ?? null) !== null || attribute.parts.presence === "optional";
  const { body } = bodyOf(attributes, ({ name, attribute }) => {
    const value = plan[name] ?? null;
    return areBothEmpty(attribute, value, null) ? undefined : value;
  });
  return { body, names: known.filter(isSet).map(({ name }) => name) };
}

/**
 * The body of an update, by field, and the attributes in it: only changes, so that settings made elsewhere remain
 * (docs/design/open-points.md#26). A removed set or string is sent empty, which clears it (docs/design/open-points.md#17).
 * Computed values are not sent.
 */
export function updateBody(attributes: Attributes, prior: ObjectValue, plan: ObjectValue) {
  return bodyOf(attributes, ({ name, attribute }) => {
    const before = prior[name] ?? null;
    const after = plan[name] ?? null;
    const isCleared = after === null && attribute.parts.presence === "optional";
    if ((after === null && !isCleared) || isSame(attribute, before, after)) return undefined;
    return after ?? (attribute.type.kind === "string" ? "" : []);
  });
}

/** The body with the known values that a function returns, in the API's normal form, and these values by attribute. */
function bodyOf(attributes: Attributes, toSend: (field: WireField) => Value | undefined) {
  const body: Record<string, unknown> = {};
  const sent: { [name: string]: Value } = {};
  for (const wireField of wireFields(attributes)) {
    const value = toSend(wireField);
    if (value === undefined || !isFullyKnown(value)) continue;
    sent[wireField.name] = value;
    body[wireField.field] = normalize(wireField.attribute.parts.shape, value);
  }
  return { body, sent };
}

/** Whether the values mean the same, or are both empty. */
function isSame(attribute: Attribute, before: Value, after: Value): boolean {
  return isSemanticallyEqual(attribute.parts.shape, before, after) || areBothEmpty(attribute, before, after);
}

/** Whether the required values are known, so that the object can be compared with others. */
export function isIdentifiable(attributes: Attributes, values: ObjectValue): boolean {
  return wireFields(attributes).every(
    ({ name, attribute }) => attribute.parts.presence !== "required" || isFullyKnown(values[name] ?? null),
  );
}

/** The plan with returned values in place of unknown ones; null for values that the API did not return. */
export function resolveUnknowns(plan: ObjectValue, reported: ObjectValue): { [name: string]: Value } {
  return Object.fromEntries(
    Object.entries(plan).map(([name, value]) => [
      name,
      isFullyKnown(value) ? value : (reported[name] ?? null),
    ]),
  );
}

/** Whether a value means something other than the one in state. */
export function differs(attributes: Attributes, name: string, value: Value, state: ObjectValue): boolean {
  const attribute = attributes[name];
  if (attribute === undefined) return false;
  const before = state[name] ?? null;
  return !isSame(attribute, before, value);
}

/** Compares a sent value of an attribute with a returned one. */
export function compareValue({ parts }: Attribute, sent: Value, reported: Value): Likeness {
  if (isSemanticallyEqual(parts.shape, sent, reported)) return "same";
  if (typeof sent === "string" && typeof reported === "string") return compareValues("name", sent, reported);
  const areLists = Array.isArray(sent) && Array.isArray(reported);
  return areLists && mayBeSameElements(sent, reported) ? "perhaps" : "different";
}

/** Whether a value is empty. */
export function isEmpty(value: Value): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
