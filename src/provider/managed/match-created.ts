import { canonicalHost } from "../../service/addresses";
import type { Kind } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import { type Attributes, isSemanticallyEqual, type Value } from "../../terraform";
import type { ApiObject } from "./api-fields";
import type { AnyManagedObject, CreateBody, MatchInput, MatchResult } from "./object";
import { wireFields } from "./wire";

/** Finds the only object that has the key and the values of a create. */
export function matchByKey<K extends Kind>(
  keyOf: (object: ServiceObject<K>, body: CreateBody) => string | undefined,
  isSame: (reported: string, body: CreateBody) => boolean,
): (traces: MatchInput<K>) => MatchResult<K> {
  return ({ objects, body, matchesRequest: isAsSent }) => {
    const key = new Map(objects.map((object) => [object, keyOf(object, body)]));
    const isNear = (reported: string | undefined) => reported === undefined || isSame(reported, body);
    const near = objects.filter((object) => isNear(key.get(object)));
    const found = near.filter((object) => key.get(object) !== undefined && isAsSent(object));
    return { candidates: near, ...(found.length === 1 && { created: found }) };
  };
}

/** The field that identifies an object: its natural key, or its name, which several objects may share. */
export function keyField({ naturalKey }: Pick<AnyManagedObject, "naturalKey">): string {
  return naturalKey ?? "name";
}

/** The normalized key of a state or of the body of a create: objects with different keys cannot be confused. */
export function keyText(object: AnyManagedObject, fields: Readonly<Record<string, unknown>>): string {
  return canonicalHost(String(fields[keyField(object)]));
}

/** The objects whose key field means the same as a text. */
export function objectsWithKey(
  object: AnyManagedObject,
  objects: readonly ServiceObject<Kind>[],
  given: string,
): readonly ServiceObject<Kind>[] {
  return objects.filter((one) => {
    const reported = keyOf(object, one);
    return reported !== undefined && isSameKey(object, given, reported);
  });
}

function keyOf(object: AnyManagedObject, found: ServiceObject<Kind>): string | undefined {
  const { [keyField(object)]: value }: Readonly<Record<string, unknown>> = found;
  return typeof value === "string" ? value : undefined;
}

function isSameKey(object: AnyManagedObject, one: unknown, other: string): boolean {
  const key = wireFields(object.attributes).find(({ field }) => field === keyField(object));
  return key !== undefined && isSemanticallyEqual(key.attribute.parts.shape, one as Value, other);
}

/** Finds the objects of a create by the kind's own rule, or else by its key. */
export function matchCreated(
  object: AnyManagedObject,
  traces: Omit<MatchInput<Kind>, "matchesRequest">,
): MatchResult<Kind> | Promise<MatchResult<Kind>> {
  const { attributes } = object;
  const key = keyField(object);
  const byKey = matchByKey<Kind>(
    (found) => keyOf(object, found),
    (reported, body) => isSameKey(object, body[key], reported),
  );
  return (object.match ?? byKey)({
    ...traces,
    matchesRequest: (found) => matchesRequest(attributes, found, traces.body, key),
  });
}

/**
 * Whether an object can be the result of a create with that body: every returned field means what was sent, and omitted
 * fields are empty. It ignores fields that the API does not return (docs/design/open-points.md#2), fields that the service or
 * another object may change immediately, and the key, which is compared separately.
 */
export function matchesRequest(
  attributes: Attributes,
  object: ApiObject,
  body: CreateBody,
  key: string,
): boolean {
  return wireFields(attributes).every(({ field, attribute, stable: lasting }) => {
    const reported = object[field] as Value | undefined;
    if (field === key || reported === undefined || !lasting) return true;
    const sent = body[field] as Value | undefined;
    if (sent === undefined) return attribute.parts.presence !== "optional" || isEmpty(reported);
    return isSemanticallyEqual(attribute.parts.shape, sent, reported);
  });
}

/** Whether a value is empty. */
export function isEmpty(value: Value): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
