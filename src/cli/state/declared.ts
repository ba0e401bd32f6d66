import type { ManagedResource } from "../../provider/managed/resource";
import { managedResources, resources } from "../../provider/resources";
import type { Kind } from "../../service/kinds";
import { isSid } from "../../service/sids";
import { currentState } from "../../terraform/rpc/stored-state";
import type { ObjectValue } from "../../terraform/values/object-value";
import type { StoredInstance } from "./stored-instance";

/** An object that a state holds: what ought to be in the account. */
export interface Declared {
  readonly kind: Kind;
  readonly resource: ManagedResource;
  readonly address: string;
  /** What the state is called that holds it. */
  readonly state: string;
  readonly id: string;
  /** The SIDs of all objects that it stands for. */
  readonly ids: readonly string[];
  readonly values: ObjectValue;
  readonly notes: Uint8Array | undefined;
  readonly sensitive: ReadonlySet<string>;
}

/** Of a state, the objects of the account that it holds, and the types that are the provider's by their name but unknown here. */
export function declaredIn(
  state: string,
  instances: readonly StoredInstance[],
): { declared: Declared[]; unknownTypes: string[] } {
  const own = instances.filter(({ type }) => Object.hasOwn(managedResources, type));
  const strange = instances.filter(
    ({ type }) => type.startsWith("rblmonitor_") && !Object.hasOwn(resources, type),
  );
  return {
    declared: own.map((one) => declaredObject(state, one)),
    unknownTypes: [...new Set(strange.map(({ type }) => type))].sort(),
  };
}

function declaredObject(state: string, one: StoredInstance): Declared {
  const resource = managedResources[one.type] as ManagedResource;
  const { kind } = resource.object;
  const values = decoded(state, resource, one);
  const id = values?.id;
  if (values === null || typeof id !== "string" || !isSid(kind, id)) {
    throw new Error(`${state}: ${one.address} has no SID in the state, so it cannot be compared.`);
  }
  const { address, notes, sensitive } = one;
  const ids = (resource.object.ids?.(values as ObjectValue & { id: string }) ?? [id]).filter((sid) =>
    isSid(kind, sid),
  );
  return { kind, resource, address, state, id, ids, values, notes, sensitive };
}

function decoded(state: string, resource: ManagedResource, one: StoredInstance): ObjectValue | null {
  const { address, type, schemaVersion, attributes } = one;
  if (schemaVersion > (resource.version ?? 0)) {
    throw new Error(
      `${state}: ${address} was written by a newer version of the provider (schema version ${schemaVersion}, and ${resource.version ?? 0} is known here). A newer rblmonitor reads it.`,
    );
  }
  try {
    const json = new TextEncoder().encode(JSON.stringify(attributes ?? null));
    return currentState(resource, type, schemaVersion, { json });
  } catch (error) {
    throw new Error(`${state}: ${address} cannot be read: ${(error as Error).message}.`);
  }
}
