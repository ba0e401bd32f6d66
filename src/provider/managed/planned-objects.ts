import type { Kind } from "../../service/kinds";
import type { Account } from "../account";

/** A resource of this run, as planned. */
export interface PlannedObject {
  /** SID of the object that it has; undefined when the object is to be created. */
  readonly id: string | undefined;
  readonly values: Readonly<Record<string, unknown>>;
}

/** As much of the plan of a resource as is noted of it. */
interface Planning {
  readonly context: Account | undefined;
  readonly isReplacement: boolean;
  readonly prior: { readonly id: string | null } | null;
  readonly plan: Readonly<Record<string, unknown>>;
}

const ofAccounts = new WeakMap<Account, Map<string, PlannedObject[]>>();

/**
 * Notes that a resource is planned to have something that only one object should have, such as an address or the default
 * flag, and returns the resources of this run that were planned to have it before. Terraform plans a replacement twice:
 * the second plan notes nothing, as the first has the same configuration.
 * @param key what only one object should have, for example `default` or a canonical address
 */
export function notePlanned(
  kind: Kind,
  key: string,
  { context, isReplacement, prior, plan }: Planning,
): readonly PlannedObject[] {
  if (context === undefined || isReplacement) return [];
  const planned = plannedObjects(context, kind, key);
  const id = prior?.id ?? undefined;
  const others = planned.filter((other) => other.id === undefined || other.id !== id);
  ofKey(context, kind, key).push({ id, values: { ...plan } });
  return others;
}

/** The resources of this run that were planned to have it so far. */
export function plannedObjects(account: Account, kind: Kind, key: string): readonly PlannedObject[] {
  return ofKey(account, kind, key);
}

function ofKey(account: Account, kind: Kind, key: string): PlannedObject[] {
  const byKey = ofAccounts.get(account) ?? new Map<string, PlannedObject[]>();
  ofAccounts.set(account, byKey);
  const place = `${kind} ${key}`;
  const planned = byKey.get(place) ?? [];
  byKey.set(place, planned);
  return planned;
}
