import { isPendingStatus } from "../../service/status";
import { type Call, DiagnosticError, type ObjectValue, type Value, type WriteCall } from "../../terraform";
import type { Account } from "../account";
import { type ApiObject, createBody, namesCreated, resolveUnknowns } from "./api-fields";
import { withRelated } from "./identity/look-alikes";
import {
  type AnyManagedObject,
  type CreatedObjects,
  type Identified,
  idsIn,
  idsOf,
  type ObjectAttributes,
} from "./object";
import { setPaused } from "./pause";
import { withNaturalKeys, withReadBack } from "./read-back";
import { sendCreate } from "./send-create";
import { noteCreatedStatus, noteHidden } from "./status-words";
import { wireFields } from "./wire";

/** Creates the objects of a resource, and pauses them if planned. */
export async function createObject(
  object: AnyManagedObject,
  call: WriteCall<ObjectAttributes, Account>,
): Promise<Identified> {
  const plan = call.plan as ObjectValue;
  const { body: planned } = createBody(object.attributes, plan);
  const body = { ...planned, ...object.createFields?.(call as never) };
  const objects = await sendCreate(object, call, body);
  call.savePartial(identityOf(object, objects));
  const named = await withNaturalKeys(object, call, objects, body);
  const [first] = named;
  const identity = identityOf(object, await withUnnamed(object, call, named));
  call.savePartial(identity);
  const isAdopted = call.context.ledger(object).has("adopted", first.id);
  if (!isAdopted) noteCreatedStatus(call, first);
  if (isPendingStatus((first as ApiObject).status)) await noteHidden(object, call, "pending", first.id);
  // What the account's plan fixes does not count when an object is adopted.
  const fixed = wireFields(object.attributes).filter(({ fixedByPlan }) => fixedByPlan);
  const names = isAdopted ? fixed.map(({ name }) => name) : namesCreated(object.attributes, plan);
  // Not those with natural keys, which are the ones that were sent.
  const read = { ids: [first.id], plan, names, returned: objects };
  const known = await withReadBack(object, call, read);
  const mark = await secondSteps(object, call, plan, identity);
  return { ...resolveUnknowns(plan, { ...known, ...identity, ...mark }), id: identity.id };
}

/** The created objects, also those that the answer did not name. If the list cannot be read now, the next refresh finds them. */
async function withUnnamed(
  object: AnyManagedObject,
  call: WriteCall<ObjectAttributes, Account>,
  named: CreatedObjects,
): Promise<CreatedObjects> {
  const reader = await call.context.reader(object.kind);
  const state = { ...(call.plan as ObjectValue), ...identityOf(object, named) };
  const list = async () => (await reader.relist()).objects;
  const all = await withRelated(object, state, named, list).catch(() => named);
  call.context.ledger(object).addIds("created", idsIn(all.slice(named.length)));
  return all as CreatedObjects;
}

/** The id and the members of the resource, from the returned objects. */
function identityOf(object: AnyManagedObject, objects: CreatedObjects): Identified {
  const more = object.several?.created(objects, null) as ObjectValue | undefined;
  return { id: objects[0].id, ...more };
}

/** The writes after the create. Returns the mark of the second write. */
async function secondSteps(
  object: AnyManagedObject,
  call: WriteCall<ObjectAttributes, Account>,
  plan: ObjectValue,
  identity: Identified,
): Promise<ObjectValue> {
  const { secondWrite } = object;
  const mark: { [name: string]: Value } = {};
  if (secondWrite !== undefined) {
    await secondStep(call, identity.id, secondWrite, async () => {
      mark[secondWrite.marks] = (await secondWrite.write(call, identity.id, null)) ?? null;
    });
  }
  if (plan.paused === true) {
    const ids = idsOf(object, identity);
    const active = ids.length > 1 ? "Some of its members are" : "It is";
    const advice = `${active} active. Apply again to pause what is active.`;
    const pause = () => setPaused(object, call, { state: identity, ids, paused: true });
    await secondStep(call, identity.id, { done: "paused", advice }, pause);
  }
  return mark;
}

/**
 * A second step of a create. If it fails, it warns and keeps the object: an error would make Terraform replace the object,
 * but the step can be repeated later.
 */
async function secondStep(
  { diagnostics }: Call<Account>,
  id: string,
  { done, advice }: { readonly done: string; readonly advice: string },
  step: () => Promise<void>,
): Promise<void> {
  try {
    await step();
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    diagnostics.warning(
      `Created, but not ${done}`,
      `${id} was created, but could not be ${done}. ${advice}\n\n${reason}`,
      thrown instanceof DiagnosticError ? thrown.path : undefined,
    );
  }
}
