import { ServiceError } from "../../client/errors";
import type { Call } from "../../terraform/definition/resource";
import type { State } from "../../terraform/schema/infer";
import type { ObjectValue } from "../../terraform/values/object-value";
import type { Account } from "../account";
import { explained, serviceDiagnostic } from "../service-diagnostic";
import { claimsOf } from "./claims";
import { eachObject, mayBeDone, untilAnswered } from "./each-object";
import { type Identified, idsOf } from "./ids";
import type { AnyManagedObject, ObjectAttributes } from "./object";
import { keyText } from "./recognition";
import { usersOf } from "./refusals";

/** Deletes every object of a resource. What is gone already is as it should be. */
export async function deleteObject(
  object: AnyManagedObject,
  call: Call<Account> & { readonly prior: State<ObjectAttributes> },
): Promise<void> {
  const { context, signal } = call;
  const { kind } = object;
  const collection = await context.collection(kind);
  const reader = await context.reader(kind);
  const claims = claimsOf(context, kind);
  const all = idsOf(object, call.prior as Identified);
  const ids = all.filter((id) => !claims.isAdopted(id));
  if (ids.length < all.length) {
    call.diagnostics.warning(
      "Not deleted",
      `Another resource of this apply has adopted ${all.filter((id) => claims.isAdopted(id)).join(", ")}, and manages it now.`,
    );
  }
  claims.take(ids);
  const remove = () =>
    eachObject(kind, ids, "deleted", async (id) => {
      try {
        await untilAnswered(() => collection.delete(id, { signal }));
      } catch (thrown) {
        const isGone = thrown instanceof ServiceError && thrown.kind === "not_found";
        if (isGone) {
          await explained(context.confirmService());
          claims.release(id);
          return reader.forget(id);
        }
        const users = await usersOf(context, kind, id, thrown);
        throw serviceDiagnostic(thrown, undefined, [...mayBeDone(thrown), ...users]);
      }
      claims.release(id);
      reader.forget(id);
    });
  // A create of the same key waits until this one is gone.
  await claims.inTurn(keyText(object, call.prior as ObjectValue), remove);
}
