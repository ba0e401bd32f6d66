import type { Kind } from "../../service/kinds";
import type { UpdateRequest } from "../../service/requests";
import { isFullyKnown, type ObjectValue } from "../../terraform";
import { serviceDiagnostic } from "../service-diagnostic";
import { createBody, isEmpty, updateBody } from "./api-fields";
import { createMissing } from "./create";
import { flagLock } from "./default-flag";
import { noteUnreached } from "./mixed-values";
import { missingMembers, mixedValues } from "./notes";
import { type AnyManagedObject, type Identified, idsIn, idsOf, type ObjectUpdate } from "./object";
import { setPaused } from "./pause";
import { withReadBack } from "./read-back";
import { forcedNames, namesReadBack, noteRecreated, noteWritten } from "./stored-forms";
import { mayBeApplied, resendIfUnanswered, writeObjects } from "./write-objects";

/** Applies a plan: changed fields first, then missing objects, then pause, resume, and the second write. */
export async function updateObject(object: AnyManagedObject, call: ObjectUpdate): Promise<Identified> {
  const { plan, prior } = call;
  call.context.ledger(object).addIds("state", idsOf(object, prior));
  const wasMissing = missingMembers.of(call.privateState).length > 0;
  const sent = await sendChanges(object, call);
  call.savePartial(written(plan, prior));
  const members = "members" in plan && { members: prior.members ?? null };
  const identity = { ...members, ...(await recreateMissing(object, call)) };
  call.savePartial(identity);
  const pauseOrResume = async (paused: boolean): Promise<void> => {
    if (plan.paused !== paused) return;
    const state = { ...prior, ...identity };
    const odd = mixedValues.of(call.privateState);
    const ids = idsOf(object, state).filter((id) => (odd[id]?.paused ?? prior.paused) !== paused);
    await setPaused(object, call, { state, ids, paused }, () => call.savePartial({ paused }));
    call.savePartial({ paused });
  };
  // A paused object accepts fewer writes (docs/design/api.md#states: only a pending contact can be confirmed), so pause last.
  await pauseOrResume(false);
  const mark = await markOfSecondWrite(object, call);
  call.savePartial(mark);
  await pauseOrResume(true);
  mixedValues.set(call.privateState, {});
  const state = await withReadBack(object, call, {
    ids: idsOf(object, prior),
    plan,
    prior,
    known: { ...identity, ...mark },
    names: Object.keys(sent),
    returned: [],
    readBack: namesReadBack(object.attributes, sent, call.privateState),
    mayBeMixed: Object.values(sent).some(isEmpty),
  });
  if (wasMissing) noteRecreated(object, call, plan);
  return state as Identified;
}

/** Sends the second write and returns its mark; the prior mark if nothing was sent. */
async function markOfSecondWrite(object: AnyManagedObject, call: ObjectUpdate): Promise<ObjectValue> {
  const { secondWrite } = object;
  if (secondWrite === undefined) return {};
  const { prior } = call;
  const sent = await secondWrite.write(call as never, prior.id, prior);
  return { [secondWrite.marks]: sent === undefined ? (prior[secondWrite.marks] ?? null) : sent };
}

/** The state after the fields are written, regardless of later steps. */
function written(plan: ObjectValue, prior: ObjectValue): ObjectValue {
  const sent = Object.entries(plan).filter(([, value]) => isFullyKnown(value));
  return { ...Object.fromEntries(sent), ...("paused" in plan && { paused: prior.paused ?? null }) };
}

/** Sends the changes to every object of the resource, and returns the sent attributes. */
async function sendChanges(object: AnyManagedObject, call: ObjectUpdate): Promise<ObjectValue> {
  const { context, plan, prior, privateState, signal } = call;
  const { attributes } = object;
  const odd = mixedValues.of(privateState);
  const all = idsOf(object, prior);
  const changesOf = (id: string, forced: ObjectValue = {}) =>
    updateBody(attributes, { ...prior, ...odd[id], ...forced }, plan);
  const isChange = ({ body }: ReturnType<typeof changesOf>) => Object.keys(body).length > 0;
  if (!all.some((id) => isChange(changesOf(id)))) return {};
  const forced = Object.fromEntries(forcedNames(attributes, privateState).map((name) => [name, null]));
  const changes = new Map(
    all.map((id) => [id, changesOf(id, forced)] as const).filter(([, change]) => isChange(change)),
  );
  const sent: ObjectValue = Object.assign({}, ...[...changes.values()].map((change) => change.sent));
  const collection = (await context.client()).collection(object.kind);
  const reader = await context.reader(object.kind);
  const write = async (id: string) => {
    const body = changes.get(id)?.body ?? {};
    try {
      await resendIfUnanswered(() => collection.update(id, body as UpdateRequest<Kind>, { signal }));
    } catch (thrown) {
      throw serviceDiagnostic(thrown, undefined, mayBeApplied(thrown));
    }
    reader.recordWrite({ id, ...body });
  };
  const onPartial = (unreached: readonly string[]) => {
    call.savePartial(written(plan, prior));
    const before = (id: string) =>
      Object.keys(sent).map((name) => [name, odd[id]?.[name] ?? prior[name] ?? null]);
    noteUnreached(call, unreached, (id) => Object.fromEntries(before(id)));
    // The next read shows in which form the service stores what the others have now.
    noteWritten(object, call, { names: Object.keys(sent), plan, shown: [], prior });
  };
  const ids = [...changes.keys()];
  const send = () =>
    writeObjects({ object, state: prior, ids, privateState, done: "updated", write, onPartial });
  await (sent.is_default === true ? context.inTurn(flagLock(object), send) : send());
  return sent;
}

/** Recreates missing members, and returns the resulting id and members. */
async function recreateMissing(object: AnyManagedObject, call: ObjectUpdate): Promise<ObjectValue> {
  const { field } = object.key;
  if (field === undefined) return {};
  const { plan, prior, privateState } = call;
  const missing = missingMembers.of(privateState);
  let identity: ObjectValue = {};
  for (const [index, key] of missing.entries()) {
    const body = { ...createBody(object.attributes, plan).body, [field]: key };
    // If this one fails, the next apply begins with the others.
    missingMembers.set(privateState, [...missing.slice(index + 1), key]);
    const objects = await createMissing(object, call, body);
    const now = { ...prior, ...identity };
    identity = { ...identity, ...(object.membership?.created(objects, now) as ObjectValue) };
    call.savePartial(identity);
    noteUnreached(call, idsIn(objects), () => ({ paused: false }));
  }
  missingMembers.set(privateState, []);
  return identity;
}
