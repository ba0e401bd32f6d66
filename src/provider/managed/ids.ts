import type { ObjectValue } from "../../terraform";
import type { AnyManagedObject } from "./object";

/** The state of an object that exists: its id is known. */
export type Identified = ObjectValue & { readonly id: string };

/** The ids of the service's objects that a resource stands for. */
export function idsOf(object: AnyManagedObject, state: Identified): readonly string[] {
  return object.ids?.(state) ?? [state.id];
}
