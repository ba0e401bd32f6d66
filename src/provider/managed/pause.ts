import type { Collection } from "../../client/collection";
import { ServiceError } from "../../client/errors";
import type { KindReader } from "../../drift/kind-reader";
import type { PausableKind } from "../../service/kinds";
import { paused as isPaused } from "../../service/status";
import type { Call } from "../../terraform";
import type { Account } from "../account";
import { serviceDiagnostic } from "../service-diagnostic";
import { eachObject, mayBeDone, untilAnswered } from "./each-object";
import type { AnyManagedObject } from "./object";

/**
 * Pauses or resumes objects. One that is so already answers with a conflict, which is success (api-4.0, States).
 * @param onMixed called when it fails for some of several, while others may be paused or resumed
 */
export async function setPaused(
  { kind }: Pick<AnyManagedObject, "kind">,
  { context, signal }: Call<Account>,
  ids: readonly string[],
  paused: boolean,
  onMixed?: () => void,
): Promise<void> {
  const collection: Collection<PausableKind> = await context.collection(kind as PausableKind);
  const reader: KindReader<PausableKind> = await context.reader(kind as PausableKind);
  const send = (id: string) =>
    untilAnswered(() => (paused ? collection.pause(id, { signal }) : collection.resume(id, { signal })));
  const write = async (id: string) => {
    try {
      await send(id);
    } catch (thrown) {
      const isConflict = thrown instanceof ServiceError && thrown.kind === "conflict";
      if (!isConflict || (await isOtherwise(reader, id, paused, signal)))
        throw serviceDiagnostic(thrown, [{ attribute: "paused" }], mayBeDone(thrown));
    }
    reader.keep({ id, status: paused ? "paused" : "active" });
  };
  await eachObject(kind, ids, paused ? "paused" : "resumed", write, onMixed);
}

/** Whether a conflict has another cause than that the object is paused or resumed already. */
export async function isOtherwise(
  reader: KindReader<PausableKind>,
  id: string,
  paused: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const now = await reader.readFresh(id, { signal });
    return now?.status !== undefined && isPaused(now.status) !== paused;
  } catch {
    return false;
  }
}
