import { kinds } from "../../service/kinds";
import { isUnknownStatus } from "../../service/status";
import type { Call, ObjectValue } from "../../terraform";
import type { Account } from "../account";
import type { ApiObject } from "./api-fields";
import { statusNotes } from "./notes";
import type { AnyManagedObject } from "./object";

type Notes = Pick<Call<Account>, "privateState">;
/** Whether each word means paused; null if it does not say. */
type Shown = { readonly isHidden?: true; readonly status?: string };
type Words = Readonly<Record<string, boolean | null>>;

/**
 * Reads an object that was just paused, resumed or created as pending. Records whether the service answers 404 for it, and the
 * word that it shows: any later read may show a status that something else has caused. Of each kind, only the first object is
 * read, because of the requests; and of resumed ones only where unknown words were seen.
 */
export async function noteShownStatus(
  object: AnyManagedObject,
  { context, privateState }: Call<Account>,
  status: "paused" | "active" | "pending",
  id: string,
): Promise<void> {
  const { words = {} } = statusNotes.of(privateState);
  const isAsked = status !== "active" || Object.keys(words).length > 0;
  const ask = async (): Promise<Shown> =>
    ((await (await context.reader(object.kind)).readFresh(id)) as ApiObject | undefined) ?? {
      isHidden: true,
    };
  const shown = isAsked ? await context.ledger(object).sample(status, ask) : undefined;
  const learned = status === "pending" ? words : withWord(words, shown?.status, status === "paused");
  statusNotes.set(privateState, {
    ...(Object.keys(learned).length > 0 && { words: learned }),
    ...(shown?.isHidden && { isHidden: true }),
  });
}

/** The words with one that was seen right after a write; null if the opposite write has led to the same word. */
function withWord(words: Words, status: string | undefined, paused: boolean): Words {
  if (!isUnknownStatus(status)) return words;
  const word = wordOf(status);
  const isAmbiguous = word in words && words[word] !== paused;
  return { ...words, [word]: isAmbiguous ? null : paused };
}

/** Records the word that a new object shows, because it is active. */
export function noteCreatedStatus({ privateState }: Notes, { status }: ApiObject): void {
  if (!isUnknownStatus(status)) return;
  statusNotes.set(privateState, { words: withWord(statusNotes.of(privateState).words ?? {}, status, false) });
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
  const { isHidden, words = {} } = statusNotes.of(privateState);
  const unknown = objects.filter(({ status }) => isUnknownStatus(status));
  if (isHidden) statusNotes.set(privateState, Object.keys(words).length > 0 ? { words } : {});
  const ledger = context.ledger(object);
  for (const { id, status = "" } of unknown) {
    if ((words[wordOf(status)] ?? null) !== null || !ledger.claimReport(wordOf(status))) continue;
    diagnostics.warning(
      `Unknown status ${JSON.stringify(status)}`,
      `The service returns this status for the ${kinds[object.kind].title} ${id}, perhaps for others, too. The provider does not know whether it means paused or active. State keeps paused = ${paused ?? false}, as last applied. To be sure, run: rblmonitor ${paused === true ? "pause" : "resume"} ${id}`,
      [{ attribute: "paused" }],
    );
  }
  return objects.map((each) => {
    // After an import nothing is known, and the default is assumed.
    const assumed = isUnknownStatus(each.status) && (paused ?? null) === null ? false : undefined;
    const isPaused = words[wordOf(each.status)] ?? assumed;
    return isPaused === undefined ? each : { ...each, status: isPaused ? "paused" : "active" };
  });
}

function wordOf(status = ""): string {
  return status.toLowerCase();
}
