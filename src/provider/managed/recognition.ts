import { canonicalHost } from "../../service/addresses";
import type { Kind } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import { isSemanticallyEqual, type Value } from "../../terraform";
import { type CreateBody, isAsSent } from "./as-sent";
import type { AnyManagedObject } from "./object";
import type { Recognised, Traces } from "./traces";
import { wireFields } from "./wire";

/** Finds the one object that has the key of a create and is as it was sent. */
export function oneByKey<K extends Kind>(
  keyOf: (object: ServiceObject<K>, body: CreateBody) => string | undefined,
  isSame: (reported: string, body: CreateBody) => boolean,
): (traces: Traces<K>) => Recognised<K> {
  return ({ objects, body, isAsSent }) => {
    const key = new Map(objects.map((object) => [object, keyOf(object, body)]));
    const isNear = (reported: string | undefined) => reported === undefined || isSame(reported, body);
    const near = objects.filter((object) => isNear(key.get(object)));
    const found = near.filter((object) => key.get(object) !== undefined && isAsSent(object));
    return { near, ...(found.length === 1 && { made: found }) };
  };
}

/** The field by which an object is known: its natural key, or its name where several may share it. */
export function keyField({ naturalKey }: Pick<AnyManagedObject, "naturalKey">): string {
  return naturalKey ?? "name";
}

/** What objects that could be taken for each other share, of a state or of the body of a create. */
export function keyText(object: AnyManagedObject, fields: Readonly<Record<string, unknown>>): string {
  return canonicalHost(String(fields[keyField(object)]));
}

/** Finds what a create made among objects that are new to us, by the kind's own rule or else by its key. */
export function recognise(
  object: AnyManagedObject,
  traces: Omit<Traces<Kind>, "isAsSent">,
): Recognised<Kind> | Promise<Recognised<Kind>> {
  const { attributes } = object;
  const key = keyField(object);
  const shape = wireFields(attributes).find(({ field }) => field === key)?.attribute.parts.shape;
  const byKey = oneByKey<Kind>(
    (found) => (found as Readonly<Record<string, unknown>>)[key] as string | undefined,
    (reported, body) => shape !== undefined && isSemanticallyEqual(shape, body[key] as Value, reported),
  );
  return (object.recognise ?? byKey)({
    ...traces,
    isAsSent: (found) => isAsSent(attributes, found, traces.body, key),
  });
}
