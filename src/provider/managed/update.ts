import type { Kind } from "../../service/kinds";
import type { UpdateRequest } from "../../service/requests";
import { isFullyKnown, type ObjectValue, type State, type WriteCall } from "../../terraform";
import type { Account } from "../account";
import { serviceDiagnostic } from "../service-diagnostic";
import { createBody, resolveUnknowns, updateBody } from "./api-fields";
import { flagLock } from "./default-flag";
import { isEmpty } from "./look-alikes";
import { missingMembers, mixedValues } from "./notes";
import { type AnyManagedObject, type Identified, idsOf, type ObjectAttributes } from "./object";
import { setPaused } from "./pause";
import { withNaturalKeys, withReadBack } from "./read-back";
import { sendCreate } from "./send-create";
import { forcedNames, namesReadBack } from "./stored-forms";
import { mayBeApplied, resendIfUnanswered, writeObjects } from "./write-objects";

type UpdateCall = WriteCall<ObjectAttributes, Account> & { readonly prior: State<ObjectAttributes> };

/** Applies a plan: changed fields first, then missing objects, then pause, resume, and the second write. */
export async function updateObject(object: AnyManagedObject, call: UpdateCall): Promise<Identified> {
  const plan = call.plan as ObjectValue;
  const prior = call.prior as Identified;
  call.context.ledger(object).addIds("state", idsOf(object, prior));
  const sent = await sendChanges(object, call, prior, plan);
  call.savePartial(written(plan, prior));
  const members = "members" in plan && { members: prior.members ?? null };
  const identity = { ...members, ...(await createMissing(object, call, prior, plan)) };
  call.savePartial(identity);
  const pauseOrResume = async (paused: boolean): Promise<void> => {
    const isMixed = "paused" in mixedValues.of(call.privateState);
    if (plan.paused !== paused || (prior.paused === paused && !isMixed)) return;
    const ids = idsOf(object, { ...prior, ...identity } as Identified);
    await setPaused(object, call, ids, paused, () => call.savePartial({ paused }));
    call.savePartial({ paused });
  };
  // A paused object accepts fewer writes (docs/design/api.md#states: only a pending contact can be confirmed), so pause last.
  await pauseOrResume(false);
  const mark = await markOfSecondWrite(object, call);
  call.savePartial(mark);
  await pauseOrResume(true);
  mixedValues.set(call.privateState, {});
  const known = await withReadBack(object, call, {
    ids: idsOf(object, prior),
    plan,
    names: Object.keys(sent),
    returned: [],
    readBack: namesReadBack(object.attributes, sent, call.privateState),
    mayBeMixed: Object.values(sent).some(isEmpty),
  });
  return resolveUnknowns(plan, { ...known, ...identity, ...mark }) as Identified;
}

/** Sends the second write and returns its mark; the prior mark if nothing was sent. */
async function markOfSecondWrite({ secondWrite }: AnyManagedObject, call: UpdateCall): Promise<ObjectValue> {
  if (secondWrite === undefined) return {};
  const prior = call.prior as Identified;
  const sent = await secondWrite.write(call, prior.id, call.prior);
  return { [secondWrite.marks]: sent === undefined ? (prior[secondWrite.marks] ?? null) : sent };
}

/** The state after the fields are written, regardless of later steps. */
function written(plan: ObjectValue, prior: ObjectValue): ObjectValue {
  const sent = Object.entries(plan).filter(([, value]) => isFullyKnown(value));
  return { ...Object.fromEntries(sent), ...("paused" in plan && { paused: prior.paused ?? null }) };
}

/** Sends the changes to every object of the resource, and returns the sent attributes. */
async function sendChanges(
  object: AnyManagedObject,
  call: UpdateCall,
  prior: Identified,
  plan: ObjectValue,
): Promise<ObjectValue> {
  const { context, privateState, signal } = call;
  const { attributes } = object;
  // The values of the state, and those of members that differ.
  const all = [prior, { ...prior, ...mixedValues.of(privateState) }];
  const changesOf = (from: ObjectValue) => updateBody(attributes, from, plan);
  if (all.every((from) => Object.keys(changesOf(from).body).length === 0)) return {};
  const forced = Object.fromEntries(forcedNames(attributes, privateState).map((name) => [name, null]));
  const changes = all.map((from) => changesOf({ ...from, ...forced }));
  const body: Record<string, unknown> = Object.assign({}, ...changes.map((change) => change.body));
  const sent: ObjectValue = Object.assign({}, ...changes.map((change) => change.sent));
  const collection = await context.collection(object.kind);
  const reader = await context.reader(object.kind);
  const write = async (id: string) => {
    try {
      await resendIfUnanswered(() => collection.update(id, body as UpdateRequest<Kind>, { signal }));
    } catch (thrown) {
      throw serviceDiagnostic(thrown, undefined, mayBeApplied(thrown));
    }
    reader.recordWrite({ id, ...body });
  };
  // A refresh shows the members that differ from the state: these must be the ones to update.
  const onMixed = () => call.savePartial(written(plan, prior));
  const send = () => writeObjects(object.kind, idsOf(object, prior), "updated", write, onMixed);
  await (sent.is_default === true ? context.inTurn(flagLock(object), send) : send());
  return sent;
}

/** Recreates missing members, and returns the resulting id and members. */
async function createMissing(
  object: AnyManagedObject,
  call: UpdateCall,
  prior: ObjectValue,
  plan: ObjectValue,
): Promise<ObjectValue> {
  const { naturalKey } = object;
  if (naturalKey === undefined) return {};
  const { privateState } = call;
  const missing = missingMembers.of(privateState);
  let identity: ObjectValue = {};
  for (const [index, key] of missing.entries()) {
    const body = { ...createBody(object.attributes, plan).body, [naturalKey]: key };
    const objects = await withNaturalKeys(object, call, await sendCreate(object, call, body), body);
    const now = { ...prior, ...identity } as Identified;
    identity = { ...identity, ...(object.several?.created(objects, now) as ObjectValue) };
    missingMembers.set(privateState, missing.slice(index + 1));
    call.savePartial(identity);
    if (prior.paused === true)
      await setPaused(
        object,
        call,
        objects.map(({ id }) => id),
        true,
      );
  }
  return identity;
}
