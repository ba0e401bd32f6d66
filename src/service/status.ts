/** Words for a paused object, in lower case. A longer text that begins with one, such as `Paused by user`, means the same. */
const pausedWords: readonly string[] =
  "paused inactive disabled deactivated suspended stopped halted off 0 false".split(" ");

/** Words for an object that is not paused, in lower case. A pending contact is not. */
const activeWords: readonly string[] =
  "active enabled running started resumed on 1 true pending authorized confirmed".split(" ");

/** Words for an object that is deleted although the service still returns it, in lower case. */
const deletedWords: readonly string[] = "deleted deleting removed destroyed".split(" ");

/** Whether an object is deleted although the service still returns it. */
export function isDeletedStatus(status: unknown): boolean {
  return deletedWords.includes(String(status).trim().toLowerCase());
}

/** Whether a contact waits for its confirmation. */
export function isPendingStatus(status: string | undefined): boolean {
  return status?.trim().toLowerCase() === "pending";
}

/**
 * Whether a status means that the object is paused, case-insensitive (docs/design/open-points.md#4).
 * @returns undefined for an unknown word
 */
export function pausedBy(status: string | undefined): boolean | undefined {
  const word = status?.trim().toLowerCase();
  if (word === undefined) return undefined;
  if (pausedWords.includes(/^\w*/.exec(word)?.[0] ?? "")) return true;
  return activeWords.includes(word) ? false : undefined;
}

/** The same of a source. The API documents no status of sources: their list has the active ones. */
export function sourcePausedBy(status = "active"): boolean | undefined {
  return pausedBy(status);
}

/** Whether a status is known to mean that the object is paused. */
export function isPausedStatus(status: string | undefined): boolean {
  return pausedBy(status) === true;
}

/** Whether the object has a status whose meaning is unknown. */
export function isUnknownStatus(status: string | undefined): status is string {
  return status !== undefined && pausedBy(status) === undefined;
}
