import { ServiceError } from "../../client/errors";
import { type Kind, kinds } from "../../service/kinds";
import { lagDelays } from "../../service/limits";
import { DiagnosticError } from "../../terraform";
import { type Advice, serviceDiagnostic } from "../service-diagnostic";
import { abbreviated, capitalized } from "../text";
import { handOverFlag } from "./default-flag";
import { statusNotes } from "./notes";
import { type AnyManagedObject, idsOf, keyLock, type ObjectDelete } from "./object";
import { movedBlock, moveFirst } from "./plan-uses";
import { silentUsers } from "./reach";
import { isRefusal, namesOf, usersOf } from "./refusals";
import { mayBeApplied, resendIfUnanswered, writeObjects } from "./write-objects";

/** Deletes every object of a resource. Objects that do not exist are skipped. */
export async function deleteObject(object: AnyManagedObject, call: ObjectDelete): Promise<void> {
  const { context, prior: state, privateState, signal } = call;
  const { kind } = object;
  const collection = (await context.client()).collection(kind);
  const reader = await context.reader(kind);
  const ledger = context.ledger(object);
  const all = idsOf(object, state);
  const adopted = all.filter((id) => ledger.has("adopted", id));
  const ids = all.filter((id) => !ledger.has("adopted", id));
  if (adopted.length > 0) {
    call.diagnostics.warning(
      "Adopted objects not deleted",
      `Another resource of this apply has adopted ${adopted.join(", ")}, and now manages them.`,
    );
  }
  ledger.addIds("state", ids);
  const write = async (id: string) => {
    const send = () => resendIfUnanswered(() => collection.delete(id, { signal }));
    try {
      await send();
    } catch (thrown) {
      if (isGone(thrown) && !statusNotes.of(privateState).isHidden) await context.confirmService();
      else await retry(object, call, id, thrown, send);
    }
    if (await ledger.sample("deleted", () => isKept(object, call, id)))
      throw new DiagnosticError(
        `${capitalized(kinds[kind].title)} not deleted`,
        `State keeps ${id}. ${kept}`,
      );
    ledger.addIds("deleted", [id]);
    ledger.refusal = undefined;
    reader.recordDelete(id);
  };
  // The state after a refresh: the next apply continues, or creates the deleted members again.
  const onPartial = async (unreached: readonly string[]) => {
    const missing = ids.filter((id) => !unreached.includes(id));
    const objects = unreached.map((id) => ({ id }));
    call.savePartial({ ...(await object.membership?.observed({ ...call, state, objects, missing })) });
  };
  const remove = () => writeObjects({ object, state, ids, privateState, done: "deleted", write, onPartial });
  // A create with the same key waits for the deletion.
  await context.inTurn(keyLock(object, state), remove);
}

/** Whether the service still returns an object 17 seconds after it accepted the deletion. */
async function isKept({ kind }: AnyManagedObject, call: ObjectDelete, id: string) {
  const reader = await call.context.reader(kind);
  for (const wait of lagDelays) {
    await call.context.sleep(wait, call.signal);
    if ((await reader.readFresh(id)) === undefined) return false;
  }
  return true;
}

function isGone(thrown: unknown): boolean {
  return thrown instanceof ServiceError && thrown.kind === "not_found";
}

/** Resends a refused deletion once the obstacles are removed. @throws DiagnosticError with the obstacles */
async function retry(
  object: AnyManagedObject,
  call: ObjectDelete,
  id: string,
  thrown: unknown,
  send: () => Promise<void>,
): Promise<void> {
  const { kind } = object;
  // A deletion may have been refused because of objects that refer to the object (docs/design/open-points.md#12).
  const users = isRefusal(thrown) ? await usersOf(call.context, kind, id, "readAllAgain") : [];
  if (users.length > 0) {
    const why = `These objects still use it: ${abbreviated(namesOf(users))}.`;
    const silent = kind === "contact_group" ? await silentUsers(call.context, id, users) : [];
    throw notDeleted(kind, thrown, [why, ...silent], whileUsed(kind, call.privateState.isOfReplacement));
  }
  const obstacles = isRefusal(thrown) ? await handOverFlag(object, call, id) : undefined;
  if (obstacles === undefined || obstacles.length > 0) throw notDeleted(kind, thrown, obstacles);
  await send().catch((again: unknown) => {
    if (!isGone(again)) throw notDeleted(kind, again);
  });
}

/** The error of a deletion. It names no attribute, because a deletion sends only the SID. */
function notDeleted(kind: Kind, thrown: unknown, why: readonly string[] = [], advice = otherwise): unknown {
  const advices: Advice = {
    not_found: whileHidden,
    conflict: advice,
    validation: advice,
    invalid_request: advice,
    forbidden: advice,
  };
  const diagnostic = serviceDiagnostic(thrown, undefined, [...mayBeApplied(thrown), ...why], advices);
  if (!isRefusal(thrown) || !(diagnostic instanceof DiagnosticError)) return diagnostic;
  const { title } = kinds[kind];
  return new DiagnosticError(`${capitalized(title)} not deleted`, diagnostic.detail, undefined, {
    cause: thrown,
  });
}

const kept =
  "The service accepts deletions of this kind, and still returned the first object 17 seconds later. Delete it in the service's portal, or ask the service why, and apply again. To keep the object and remove it from state, run: terraform state rm <address of this resource>";

const whileHidden =
  "The service hides the object while it is paused or pending, so this does not prove that it is deleted. Resume it, and apply again. If it was deleted, run: terraform state rm <address of this resource>";

const otherwise =
  "The service refuses to delete the object. Resolve the problem that it reports, and apply again. To keep the object and remove it from state, run: terraform state rm <address of this resource>";

function whileUsed(kind: Kind, isReplacement: boolean): string {
  const { title } = kinds[kind];
  const elsewhere = `If another configuration manages those objects, first assign another ${title} to them there.`;
  if (isReplacement)
    return `Add this to its resource block. Terraform then creates the new ${title} and updates those objects before it deletes the old one:

  lifecycle {
    create_before_destroy = true
  }

If the new ${title} is identical to the old one, set RBLMONITOR_ALLOW_DUPLICATES=true for that apply. ${elsewhere}`;
  return `${moveFirst(title, "Put its resource back")} ${elsewhere}

If its resource was renamed, and the new one was not created yet, add a moved block instead, and one for each other renamed resource, such as a contact:

${movedBlock}

If its resource is tainted, keep it: terraform untaint <its address>`;
}
