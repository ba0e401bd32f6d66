import { type Kind, kinds } from "../../service/kinds";
import { canonicalSid } from "../../service/sids";
import {
  type Attributes,
  DiagnosticError,
  type PrivateState,
  type Resource,
  resource,
} from "../../terraform";
import type { Account } from "../account";
import { createObject } from "./create";
import { planDefaultFlag, warnOfDefaultDestroyed } from "./default-flag";
import { deleteObject } from "./delete";
import { planExisting } from "./existing-objects";
import { importObject, type ObjectImport, objectIdentity } from "./import";
import { planMixed } from "./mixed-values";
import { noteObjectCount } from "./notes";
import type {
  AnyManagedObject,
  Call,
  DestroyPlan,
  ManagedObject,
  ObjectAttributes,
  ObjectCreate,
  ObjectDelete,
  ObjectPlan,
  ObjectRead,
  ObjectUpdate,
} from "./object";
import { noteCreated, planConflicts, planManaged } from "./plan-conflicts";
import { planUses, planUsesOfDestroyed } from "./plan-uses";
import { readObject } from "./read";
import { explainedOf } from "./refusals";
import { keepSameKey, warnOfFixed } from "./stored-forms";
import { planDestroyUnsupported, planUnsupported } from "./unsupported";
import { updateObject } from "./update";

/** A resource with the table of its kind. */
export type ManagedResource = Resource<Attributes, Account> & { readonly object: AnyManagedObject };

/** A kind of object as a Terraform resource. The logic is the same for all kinds; the table has the differences. */
export function managedResource<A extends ObjectAttributes, K extends Kind>(
  table: ManagedObject<A, K>,
): ManagedResource {
  const object = table as unknown as AnyManagedObject;
  const { description, attributes, additionalSecrets, validate } = object;
  const managed = resource<ObjectAttributes, Account>({
    ...(operationsOf(object) as unknown as Resource<ObjectAttributes, Account>),
    description,
    attributes,
    identity: objectIdentity(object),
    ...(additionalSecrets && { additionalSecrets }),
    ...(validate && { validate }),
  });
  return { ...managed, object };
}

function operationsOf(object: AnyManagedObject) {
  return {
    async plan(call: ObjectPlan) {
      const { context, prior } = call;
      // Four phases: the account, the resource alone, the other resources, and the objects of the account.
      if (context !== undefined && prior !== null) requireAccount(object, { ...call, context }, prior.id);
      await planValues(object, call);
      const { hasErrors } = call.diagnostics;
      planConflicts(object, call);
      await planUses(object, call);
      // Whether this resource or another one reports a conflict depends on the order in which Terraform plans.
      if (!hasErrors) await planExisting(object, call);
    },
    async planDestroy(call: DestroyPlan) {
      const { context, prior } = call;
      if (context === undefined) return warnOfDefaultDestroyed(object, call);
      requireAccount(object, { ...call, context }, prior.id);
      warnOfDefaultDestroyed(object, call);
      planManaged(object, context, call, prior, "ending");
      await planUsesOfDestroyed(object, context, call);
      planDestroyUnsupported(object, context, call);
    },
    async create(call: ObjectCreate) {
      noteAccount(call);
      const created = await createObject(object, call);
      noteCreated(object, call.context, created);
      await noteObjectCount(object, call);
      return created;
    },
    async read(call: ObjectRead) {
      requireAccount(object, call, call.state.id);
      const current = await explainedOf(object, call, readObject(object, call), true);
      if (current !== null && call.context.knows(object.kind)) noteAccount(call);
      return current;
    },
    async update(call: ObjectUpdate) {
      requireAccount(object, call, call.prior.id);
      const updated = await explainedOf(object, call, updateObject(object, call));
      noteAccount(call);
      return updated;
    },
    async delete(call: ObjectDelete) {
      requireAccount(object, call, call.prior.id);
      await explainedOf(object, call, deleteObject(object, call));
    },
    async import(call: ObjectImport) {
      noteAccount(call);
      return importObject(object, call);
    },
  };
}

/** Plans the values of a resource alone: each rule sees what the earlier ones planned. */
async function planValues(object: AnyManagedObject, call: ObjectPlan): Promise<void> {
  planDefaultFlag(object, call);
  keepSameKey(object, call);
  await object.plan?.(call as never);
  planUnsupported(object, call);
  planMixed(object.attributes, call);
  await warnOfFixed(object, call);
}

const note = "account";

/** The account in which the object of a resource was last seen; undefined if its private state does not have it. */
export function accountIn(privateState: PrivateState): string | undefined {
  const account = privateState.get(note);
  return typeof account === "string" ? account : undefined;
}

/** Records that the objects of a resource are in the configured account. */
function noteAccount({ context, privateState }: Call): void {
  privateState.set(note, canonicalSid(context.accountSid));
}

/**
 * Rejects objects of another account, because each would seem to be deleted. With `allow_account_change` it warns instead.
 * A state without a recorded account is accepted.
 *
 * @throws DiagnosticError with both accounts
 */
function requireAccount(
  { kind }: AnyManagedObject,
  { context, privateState, diagnostics }: Omit<Call, "signal">,
  id: string,
): void {
  const owner = privateState.get(note);
  const configured = canonicalSid(context.accountSid);
  if (owner === undefined || owner === configured) return;
  const facts = `The ${kinds[kind].title} ${id} was last seen in account ${owner}; the provider uses account ${configured}.`;
  if (!context.rules.allowAccountChange) {
    throw new DiagnosticError(
      "Account mismatch",
      `${facts} Correct account_sid and auth_token, or select the workspace of that account.\n\nIf only this resource moved to another provider configuration, give it a new address: Terraform then destroys the object in one account and creates it in the other.\n\nTo move the whole configuration, set allow_account_change = true in the provider's configuration. The objects of account ${owner} then stay there, unmanaged.`,
    );
  }
  diagnostics.warning(
    "Account changed",
    `${facts} If this account lacks the object, it is planned as new. The other account keeps it.`,
  );
}
