import { ServiceError } from "../../client/errors";
import type { Call } from "../../terraform/definition/resource";
import type { State } from "../../terraform/schema/infer";
import type { Account } from "../account";
import { serviceDiagnostic } from "../service-diagnostic";
import { type Identified, idsOf } from "./ids";
import { inParallel } from "./in-parallel";
import type { AnyManagedObject, ObjectAttributes } from "./object";
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
  await inParallel(idsOf(object, call.prior as Identified), async (id) => {
    try {
      await collection.delete(id, { signal });
    } catch (thrown) {
      const isGone = thrown instanceof ServiceError && thrown.kind === "not_found";
      if (!isGone) throw serviceDiagnostic(thrown, undefined, await usersOf(context, kind, id, thrown));
    }
    reader.forget(id);
  });
}
