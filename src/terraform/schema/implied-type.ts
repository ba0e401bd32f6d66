import { type Type, types } from "../values/type";
import type { Attributes } from "./attribute";

type ObjectType = Type & { kind: "object" };

const impliedTypes = new WeakMap<Attributes, ObjectType>();

/** The object type of a schema's values, cached per schema. */
export function objectType(attributes: Attributes): ObjectType {
  const known = impliedTypes.get(attributes);
  if (known !== undefined) return known;
  const type = impliedType(attributes);
  impliedTypes.set(attributes, type);
  return type;
}

function impliedType(attributes: Attributes): ObjectType {
  const members = Object.entries(attributes).map(([name, attribute]) => [name, attribute.type] as const);
  return types.object(Object.fromEntries(members)) as ObjectType;
}
