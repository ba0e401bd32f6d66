import { ServiceError } from "../../client/errors";
import { type Kind, kinds } from "../../service/kinds";
import { DiagnosticError, type ObjectValue } from "../../terraform";
import { type Advice, explained, serviceDiagnostic } from "../service-diagnostic";
import { type Identified, idsOf } from "./ids";
import { keyText } from "./match-created";
import type { AnyManagedObject, DeleteCall, ObjectAttributes } from "./object";
import { ownershipOf } from "./ownership";
import { isRefusal, usersOf } from "./refusals";
import { mayBeApplied, resendIfUnanswered, writeObjects } from "./write-objects";

/** Deletes every object of a resource. What is gone already is as it should be. */
export async function deleteObject(
  object: AnyManagedObject,
  call: DeleteCall<ObjectAttributes>,
): Promise<void> {
  const { context, signal } = call;
  const { kind } = object;
  const collection = await context.collection(kind);
  const reader = await context.reader(kind);
  const ownership = ownershipOf(context, kind);
  const all = idsOf(object, call.prior as Identified);
  const ids = all.filter((id) => !ownership.isAdopted(id));
  if (ids.length < all.length) {
    call.diagnostics.warning(
      "Not deleted",
      `Another resource of this apply has adopted ${all.filter((id) => ownership.isAdopted(id)).join(", ")}, and manages it now.`,
    );
  }
  ownership.markManaged(ids);
  const remove = () =>
    writeObjects(kind, ids, "deleted", async (id) => {
      const send = () => resendIfUnanswered(() => collection.delete(id, { signal }));
      try {
        await send();
      } catch (thrown) {
        if (isGone(thrown)) await explained(context.confirmService());
        else await retry(object, call, id, thrown, send);
      }
      ownership.markDeleted(id);
      reader.recordDelete(id);
    });
  // A create of the same key waits until this one is gone.
  await ownership.withLock(keyText(object, call.prior as ObjectValue), remove);
}

function isGone(thrown: unknown): boolean {
  return thrown instanceof ServiceError && thrown.kind === "not_found";
}

/** Sends a refused deletion again once nothing stands in its way. @throws what does, as can be told to the user */
async function retry(
  object: AnyManagedObject,
  call: DeleteCall<ObjectAttributes>,
  id: string,
  thrown: unknown,
  send: () => Promise<void>,
): Promise<void> {
  const { kind } = object;
  const users = await usersOf(call.context, kind, id, thrown);
  if (users.length > 0) throw notDeleted(kind, thrown, users, whileUsed(kind));
  if (!isRefusal(thrown) || object.makeDeletable === undefined) throw notDeleted(kind, thrown);
  const obstacles = await explained(object.makeDeletable(call, id));
  if (obstacles.length > 0) throw notDeleted(kind, thrown, obstacles);
  await send().catch((again: unknown) => {
    if (!isGone(again)) throw notDeleted(kind, again);
  });
}

/** Nothing is sent in a deletion but the SID: no value is wrong. */
function notDeleted(kind: Kind, thrown: unknown, why: readonly string[] = [], advice = otherwise): unknown {
  const advices: Advice = { conflict: advice, validation: advice, invalid_request: advice };
  const found = serviceDiagnostic(thrown, undefined, [...mayBeApplied(thrown), ...why], advices);
  if (!isRefusal(thrown) || !(found instanceof DiagnosticError)) return found;
  const { title } = kinds[kind];
  return new DiagnosticError(`The ${title} was not deleted`, found.detail, undefined, { cause: thrown });
}

const otherwise =
  "The service does not delete the object as it is. Change what it names, and apply again. To keep the object and have Terraform forget it, run: terraform state rm <address of this resource>";

function whileUsed(kind: Kind): string {
  const { title } = kinds[kind];
  return `Have those use another ${title}, or delete them, and apply again. If this apply replaces the ${title}, add this to its resource block. Terraform then creates the new ${title} and moves its users there before it deletes the old one:

  lifecycle {
    create_before_destroy = true
  }

The new ${title} then looks like the old one, which the provider refuses to create twice: apply with RBLMONITOR_ALLOW_DUPLICATES=true in the environment, this once.`;
}
