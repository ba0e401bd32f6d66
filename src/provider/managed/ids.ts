import type { ObjectValue } from "../../terraform";
import type { AnyManagedObject } from "./object";

/** The state of an existing object, with its id. */
export type Identified = ObjectValue & { readonly id: string };

/** The SIDs of the objects that a resource manages. */
export function idsOf(object: AnyManagedObject, state: Identified): readonly string[] {
  return object.ids?.(state) ?? [state.id];
}
