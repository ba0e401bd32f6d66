import { existingObjects, importIds } from "../../provider/managed/existing-objects";
import { createBody } from "../../provider/managed/told-fields";
import type { Kind } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import type { PlannedCreate } from "./read-plan";

/** What exists of the resources that a plan creates. */
export interface FoundImports {
  readonly imports: readonly { readonly address: string; readonly id: string }[];
  /** Resources with several objects to choose from, or that share one with another resource. */
  readonly unclear: readonly { readonly address: string; readonly ids: readonly string[] }[];
}

/** Finds the object of each planned create in the account. */
export function findImports(
  creates: readonly PlannedCreate[],
  lists: ReadonlyMap<Kind, readonly ServiceObject<Kind>[]>,
  held: ReadonlySet<string>,
): FoundImports {
  const found = creates.map(({ address, object, plan }) => {
    const unmanaged = (lists.get(object.kind) ?? []).filter(({ id }) => !held.has(id));
    const body = createBody(object.attributes, plan);
    const { objects } = existingObjects(object, body, unmanaged);
    return { address, ids: objects.length === 0 ? [] : importIds(object, body, objects) };
  });
  const claimed = found.flatMap(({ ids }) => ids);
  const isClear = ({ ids: [id, ...others] }: { readonly ids: readonly string[] }) =>
    others.length === 0 && claimed.indexOf(id ?? "") === claimed.lastIndexOf(id ?? "");
  const some = found.filter(({ ids }) => ids.length > 0);
  return {
    imports: some.filter(isClear).map(({ address, ids }) => ({ address, id: ids[0] ?? "" })),
    unclear: some.filter((one) => !isClear(one)),
  };
}
