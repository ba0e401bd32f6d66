import { createBody } from "../../../provider/managed/api-fields";
import { existingObjects, importIds } from "../../../provider/managed/existing-objects";
import type { AnyManagedObject } from "../../../provider/managed/object";
import type { Kind } from "../../../service/kinds";
import type { ServiceObject } from "../../../service/responses";
import { canonicalSid } from "../../../service/sids";
import type { ObjectValue } from "../../../terraform";
import { actionOf, ownChange } from "../../plan/own-changes";
import type { PlanJson } from "../../plan/read-plan";
import { worldOf } from "../../plan/world";

/** A resource that a plan creates. */
export interface PlannedCreate {
  readonly address: string;
  readonly object: AnyManagedObject;
  readonly plan: ObjectValue;
}

/** What exists of the resources that a plan creates. */
export interface FoundImports {
  readonly imports: readonly { readonly address: string; readonly id: string }[];
  /** Resources with several objects to choose from, or that share one with another resource. */
  readonly unclear: readonly { readonly address: string; readonly ids: readonly string[] }[];
}

/** The resources of the provider that a plan creates, without those that it imports or replaces. */
export function plannedCreates({ resource_changes: changes }: PlanJson): PlannedCreate[] {
  return (changes ?? []).flatMap((change) => {
    const own = actionOf(change.change.actions) === "create" ? ownChange(change, "create") : undefined;
    if (own === undefined || own.own.object === undefined || own.plan === null || own.importing) return [];
    return [{ address: own.address, object: own.own.object, plan: own.plan }];
  });
}

/** The SIDs that the state holds, or that import blocks name. */
export function heldIds(plan: PlanJson): ReadonlySet<string> {
  const ofState = worldOf(plan).before.flatMap(({ id, values }) => {
    const members = Array.isArray(values.members) ? values.members : [];
    return [id, ...members.map((member: { id?: unknown } | null) => member?.id)];
  });
  const imported = (plan.resource_changes ?? []).map(({ change }) => change.importing?.id);
  return new Set([...ofState, ...imported].filter((id) => typeof id === "string").map(canonicalSid));
}

/** Finds the object of each planned create in the account. */
export async function findImports(
  creates: readonly PlannedCreate[],
  lists: ReadonlyMap<Kind, readonly ServiceObject<Kind>[]>,
  held: ReadonlySet<string>,
): Promise<FoundImports> {
  const find = async ({ address, object, plan }: PlannedCreate) => {
    const unmanaged = (lists.get(object.kind) ?? []).filter(({ id }) => !held.has(id));
    const { body } = createBody(object.attributes, plan);
    const { objects } = await existingObjects(object, body, unmanaged);
    return { address, ids: objects.length === 0 ? [] : importIds(object, body, objects) };
  };
  const found = await Promise.all(creates.map(find));
  const claimed = found.flatMap(({ ids }) => ids);
  const isClear = ({ ids: [id, ...others] }: { readonly ids: readonly string[] }) =>
    others.length === 0 && claimed.indexOf(id ?? "") === claimed.lastIndexOf(id ?? "");
  const some = found.filter(({ ids }) => ids.length > 0);
  return {
    imports: some.filter(isClear).map(({ address, ids }) => ({ address, id: ids[0] ?? "" })),
    unclear: some.filter((one) => !isClear(one)),
  };
}
