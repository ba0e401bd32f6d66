import { type Type, types } from "../values/type";
import type { Attributes } from "./attribute";

/** The object type that a schema's values have. */
export function objectType(attributes: Attributes): Type & { kind: "object" } {
  const members = Object.entries(attributes).map(([name, attribute]) => [name, attribute.type] as const);
  return types.object(Object.fromEntries(members)) as Type & { kind: "object" };
}
