import { kinds } from "../../service/kinds";
import { isPendingStatus, isUnknownStatus, pausedBy } from "../../service/status";
import type { ObjectValue, PrivateState } from "../../terraform";
import type { ApiObject } from "./api-fields";
import { statusNotes } from "./notes";
import type { AnyManagedObject, Call } from "./object";

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
  { context, privateState }: Call,
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

/** Records the word that an object shows in the answer to its create, because it is active, and whether a pending one is hidden. */
export async function noteCreatedStatus(
  object: AnyManagedObject,
  call: Call,
  { id, status }: ApiObject,
  isAdopted: boolean,
): Promise<void> {
  const { privateState } = call;
  if (!isAdopted && isUnknownStatus(status))
    statusNotes.set(privateState, {
      words: withWord(statusNotes.of(privateState).words ?? {}, status, false),
    });
  if (isPendingStatus(status)) await noteShownStatus(object, call, "pending", id);
}

/**
 * The objects with `paused` or `active` in place of each unknown word that objects of this resource have shown right after they
 * were paused or resumed. Other unknown words remain, and cause a warning, once for each kind and value of `paused`.
 */
export function withKnownStatus<T extends ApiObject>(
  object: AnyManagedObject,
  call: Call,
  objects: readonly T[],
  { paused }: ObjectValue,
): readonly T[] {
  const { context, privateState } = call;
  if (!("paused" in object.attributes)) return objects;
  const { isHidden, words = {} } = statusNotes.of(privateState);
  const unknown = objects.filter(({ status }) => isUnknownStatus(status));
  if (isHidden) statusNotes.set(privateState, Object.keys(words).length > 0 ? { words } : {});
  const ledger = context.ledger(object);
  for (const { id, status = "" } of unknown) {
    const word = wordOf(status);
    if ((words[word] ?? null) === null && ledger.claimReport(`${word} ${paused === true}`))
      warnOfUnknownStatus(object, call, { id, status }, paused === true);
  }
  return objects.map((each) => {
    // After an import nothing is known, and the default is assumed.
    const assumed = isUnknownStatus(each.status) && (paused ?? null) === null ? false : undefined;
    const isPaused = words[wordOf(each.status)] ?? assumed;
    return isPaused === undefined ? each : { ...each, status: isPaused ? "paused" : "active" };
  });
}

/** Warns of a status whose meaning is unknown: the state has what was applied. */
export function warnOfUnknownStatus(
  { kind }: AnyManagedObject,
  { diagnostics }: Pick<Call, "diagnostics">,
  { id, status }: ApiObject,
  paused: boolean,
): void {
  diagnostics.warning(
    `Unknown status ${JSON.stringify(status)}`,
    `The service returns this status for the ${kinds[kind].title} ${id}, perhaps for others, too. The provider does not know whether it means paused or active. State keeps paused = ${paused}, as last applied. To be sure, run: rblmonitor ${paused ? "pause" : "resume"} ${id}`,
    [{ attribute: "paused" }],
  );
}

/** Whether a status means that an object of the resource is paused; undefined if neither the service's documents nor its notes say it. */
export function isPausedFor(privateState: PrivateState, status: string | undefined): boolean | undefined {
  return pausedBy(status) ?? statusNotes.of(privateState).words?.[wordOf(status)] ?? undefined;
}

function wordOf(status = ""): string {
  return status.toLowerCase();
}
