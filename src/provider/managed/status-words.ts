import { kinds } from "../../service/kinds";
import { isUnknownStatus } from "../../service/status";
import type { Call, ObjectValue } from "../../terraform";
import type { Account } from "../account";
import type { ApiObject } from "./api-fields";
import { mixedValues, statusNotes } from "./notes";
import type { AnyManagedObject } from "./object";

type Notes = Pick<Call<Account>, "privateState">;

/** Records that objects were just paused or resumed: the next read learns the word that they show for it. */
export function notePaused({ privateState }: Notes, paused: boolean): void {
  const { isHidden: _, ...notes } = statusNotes.of(privateState);
  statusNotes.set(privateState, { ...notes, written: paused });
}

/** Asks whether the service answers 404 for an object that was just written, as it then does for all of its status, and records it. */
export async function askIfHidden(
  object: AnyManagedObject,
  { context, privateState }: Call<Account>,
  status: "paused" | "pending",
  id: string,
): Promise<void> {
  const ask = async () => (await (await context.reader(object.kind)).readFresh(id)) === undefined;
  const isHidden = await context.ledger(object).sample(`hides ${status}`, ask);
  if (isHidden) statusNotes.set(privateState, { ...statusNotes.of(privateState), isHidden });
}

/** Records the word that a new object shows, because it is active. */
export function noteCreatedStatus({ privateState }: Notes, { status }: ApiObject): void {
  if (!isUnknownStatus(status)) return;
  const { words } = statusNotes.of(privateState);
  statusNotes.set(privateState, { words: { ...words, [status.toLowerCase()]: false } });
}

/**
 * The objects with `paused` or `active` in place of each unknown word that objects of this resource have shown right after they
 * were paused or resumed. Other unknown words remain, and cause a warning, once for each kind.
 */
export function withKnownStatus<T extends ApiObject>(
  object: AnyManagedObject,
  { context, privateState, diagnostics }: Call<Account>,
  objects: readonly T[],
  { paused }: ObjectValue,
): readonly T[] {
  if (!("paused" in object.attributes)) return objects;
  const { written, isHidden, words = {} } = statusNotes.of(privateState);
  const meanings = { ...words };
  const unknown = objects.filter(({ status }) => isUnknownStatus(status));
  // A member that the write did not reach says nothing about it.
  const odd = mixedValues.of(privateState);
  for (const { id, status } of unknown)
    if (written !== undefined && odd[id]?.paused === undefined) meanings[wordOf(status)] ??= written;
  if (written !== undefined || isHidden)
    statusNotes.set(privateState, Object.keys(meanings).length > 0 ? { words: meanings } : {});
  const ledger = context.ledger(object);
  for (const { id, status = "" } of unknown) {
    if (wordOf(status) in meanings || !ledger.claimReport(wordOf(status))) continue;
    diagnostics.warning(
      `Unknown status ${JSON.stringify(status)}`,
      `The service returns this status for the ${kinds[object.kind].title} ${id}, perhaps for others, too. The provider does not know whether it means paused or active. State keeps paused = ${paused ?? false}, as last applied. To be sure, run: rblmonitor ${paused === true ? "pause" : "resume"} ${id}`,
      [{ attribute: "paused" }],
    );
  }
  return objects.map((each) => {
    // After an import nothing is known, and the default is assumed.
    const assumed = isUnknownStatus(each.status) && (paused ?? null) === null ? false : undefined;
    const isPaused = meanings[wordOf(each.status)] ?? assumed;
    return isPaused === undefined ? each : { ...each, status: isPaused ? "paused" : "active" };
  });
}

function wordOf(status = ""): string {
  return status.toLowerCase();
}
