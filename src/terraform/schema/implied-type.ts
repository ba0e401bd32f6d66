import { type Type, types } from "../values/type";
import type { Attributes } from "./attribute";

type ObjectType = Type & { kind: "object" };

const impliedTypes = new WeakMap<Attributes, ObjectType>();

/** The object type of a schema's values, cached per schema. */
export function objectType(attributes: Attributes): ObjectType {
  const cached = impliedTypes.get(attributes);
  if (cached !== undefined) return cached;
  const members = Object.entries(attributes).map(([name, attribute]) => [name, attribute.type] as const);
  const type = types.object(Object.fromEntries(members)) as ObjectType;
  impliedTypes.set(attributes, type);
  return type;
}
