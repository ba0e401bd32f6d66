import type { Collection } from "../../client/collection";
import { ServiceError } from "../../client/errors";
import type { KindReader } from "../../drift/kind-reader";
import type { PausableKind } from "../../service/kinds";
import type { Call } from "../../terraform/definition/resource";
import type { Account } from "../account";
import { serviceDiagnostic } from "../service-diagnostic";
import { inParallel } from "./in-parallel";
import type { AnyManagedObject } from "./object";

/** Pauses or resumes objects. One that is so already answers with a conflict, which is success (api-4.0, States). */
export async function setPaused(
  { kind }: Pick<AnyManagedObject, "kind">,
  { context, signal }: Call<Account>,
  ids: readonly string[],
  paused: boolean,
): Promise<void> {
  const collection: Collection<PausableKind> = await context.collection(kind as PausableKind);
  const reader: KindReader<PausableKind> = await context.reader(kind as PausableKind);
  await inParallel(ids, async (id) => {
    try {
      await (paused ? collection.pause(id, { signal }) : collection.resume(id, { signal }));
    } catch (thrown) {
      const isSoAlready = thrown instanceof ServiceError && thrown.kind === "conflict";
      if (!isSoAlready) throw serviceDiagnostic(thrown, [{ attribute: "paused" }]);
    }
    reader.keep({ id, status: paused ? "paused" : "active" });
  });
}
