import { isPausedStatus } from "../../service/status";
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
import { wireFields } from "./wire";

/** A returned object, whatever its kind: what the service does not tell is absent (docs/design/open-points.md#2). */
export type ApiObject = { readonly id: string; readonly status?: string; readonly [field: string]: unknown };

/** What the service tells of an object's attributes. */
export function reportedValues(attributes: Attributes, object: ApiObject): { [name: string]: Value } {
  const reported = wireFields(attributes)
    .filter(({ field }) => object[field] !== undefined)
    .map(({ name, field, attribute }) => [name, setOrNull(attribute, object[field] as Value)] as const);
  if ("paused" in attributes && object.status !== undefined)
    reported.push(["paused", isPausedStatus(object.status)]);
  return Object.fromEntries(reported);
}

/** An empty text means the same as none, where none is what the user wrote. */
function setOrNull({ parts }: Attribute, value: Value): Value {
  return parts.presence === "optional" && value === "" ? null : value;
}

/**
 * What the service tells of a resource that stands for several objects: where any of them differs from the
 * state, what that one says, so that the plan shows it and the update mends it.
 * @param each what it tells of each object
 * @param before what the same said of objects that were looked at earlier
 */
export function mergedValues(
  attributes: Attributes,
  each: readonly ObjectValue[],
  state: ObjectValue,
  before: ObjectValue = {},
): { [name: string]: Value } {
  const all = [before, ...each];
  const names = new Set(all.flatMap((values) => Object.keys(values)));
  return Object.fromEntries(
    [...names].map((name) => {
      const values = all.flatMap((reported) => (name in reported ? [reported[name] ?? null] : []));
      return [name, values.find((value) => differs(attributes, name, value, state)) ?? values[0] ?? null];
    }),
  );
}

/**
 * The body of a create, and the attributes it sets: every planned value that is set. What is empty is left out, unless
 * that would leave it to the service (docs/design/api-3.0.md#rules (1): without `entries` it selects all, with empty ones none).
 */
export function createBody(
  attributes: Attributes,
  plan: ObjectValue,
): { body: Record<string, unknown>; sent: ObjectValue } {
  const set = wireFields(attributes).filter(({ name, attribute }) => {
    const value = plan[name] ?? null;
    return isFullyKnown(value) && !areBothEmpty(attribute, value, null);
  });
  return {
    body: Object.fromEntries(
      set.map(({ name, field, attribute }) => [field, sentForm(attribute, plan[name] ?? null)]),
    ),
    sent: Object.fromEntries(set.map(({ name }) => [name, plan[name] ?? null])),
  };
}

/**
 * The body of an update, and the attributes it sets: only what changes, so that settings made elsewhere stay (docs/design/open-points.md#26).
 * A set or a text that the user removed is sent empty, which clears it (docs/design/open-points.md#17); of what the service decides, nothing is sent.
 */
export function updateBody(
  attributes: Attributes,
  prior: ObjectValue,
  plan: ObjectValue,
): { body: Record<string, unknown>; sent: ObjectValue } {
  const body: Record<string, unknown> = {};
  const sent: { [name: string]: Value } = {};
  for (const { name, field, attribute } of wireFields(attributes)) {
    const before = prior[name] ?? null;
    const after = plan[name] ?? null;
    const isCleared = after === null && attribute.parts.presence === "optional";
    if (!isFullyKnown(after) || (after === null && !isCleared) || isSame(attribute, before, after)) continue;
    sent[name] = after ?? emptied(attribute);
    body[field] = sentForm(attribute, sent[name] ?? null);
  }
  return { body, sent };
}

/** A value as it is sent: in the service's spelling, whatever the user's. */
function sentForm({ parts }: Attribute, value: Value): Value {
  return normalize(parts.shape, value);
}

/** What clears an attribute. */
function emptied({ type }: Attribute): Value {
  return type.kind === "string" ? "" : [];
}

/** Whether the values mean the same, or are two forms of an empty set. */
function isSame(attribute: Attribute, before: Value, after: Value): boolean {
  return isSemanticallyEqual(attribute.parts.shape, before, after) || areBothEmpty(attribute, before, after);
}

/** The plan with what the service told in place of what was unknown; null for what it did not tell. */
export function resolveUnknowns(plan: ObjectValue, reported: ObjectValue): { [name: string]: Value } {
  return Object.fromEntries(
    Object.entries(plan).map(([name, value]) => [
      name,
      isFullyKnown(value) ? value : (reported[name] ?? null),
    ]),
  );
}

/** Whether a value means something else than the one in state. */
export function differs(attributes: Attributes, name: string, value: Value, state: ObjectValue): boolean {
  const attribute = attributes[name];
  if (attribute === undefined) return false;
  const before = state[name] ?? null;
  return !isSame(attribute, before, value);
}
