import type { Kind } from "../../service/kinds";
import type { Account } from "../account";
import { perAccount } from "./ownership";

/** A resource of this run, as planned. */
export interface PlannedObject {
  /** SID of the object; undefined if it is to be created. */
  readonly id: string | undefined;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The part of a plan that is recorded. */
interface Planning {
  readonly context: Account | undefined;
  readonly isReplacement: boolean;
  readonly prior: { readonly id: string | null } | null;
  readonly plan: Readonly<Record<string, unknown>>;
}

const plannedOf = perAccount((_, __: string): PlannedObject[] => []);

/**
 * Records that a resource is planned to have a key that only one object should have, such as the default flag, and returns
 * the resources of this run that were planned to have it before. Terraform plans a replacement twice: the second plan
 * records nothing, because the first has the same configuration.
 * @param key for example `is_default`
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
  plannedOf(context, `${kind} ${key}`).push({ id, values: { ...plan } });
  return others;
}

/** The resources of this run that have been planned with the key so far. */
export function plannedObjects(account: Account, kind: Kind, key: string): readonly PlannedObject[] {
  return plannedOf(account, `${kind} ${key}`);
}
