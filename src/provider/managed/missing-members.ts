import type { PrivateState } from "../../terraform";

const note = "lost";

/**
 * Of a resource that stands for several objects: those that were deleted elsewhere, by the natural key under which they
 * are to be created again. Reading notes them, planning shows them, an update creates them.
 */
export function missingMembers(privateState: PrivateState): readonly string[] {
  return (privateState.get(note) as string[] | undefined) ?? [];
}

/** Notes which objects are lost now. */
export function setMissingMembers(privateState: PrivateState, keys: readonly string[]): void {
  privateState.set(note, keys.length === 0 ? undefined : keys);
}

/** One of them is there again. */
export function noteFound(privateState: PrivateState, key: string): void {
  setMissingMembers(
    privateState,
    missingMembers(privateState).filter((lost) => lost !== key),
  );
}
