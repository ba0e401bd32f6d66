import type { PrivateState } from "../../terraform";

const note = "lost";

/**
 * The members of a resource that were deleted outside Terraform, by the natural keys with which they are recreated. A read
 * records them, a plan shows them, and an update creates them.
 */
export function missingMembers(privateState: PrivateState): readonly string[] {
  return (privateState.get(note) as string[] | undefined) ?? [];
}

/** Records the missing members. */
export function setMissingMembers(privateState: PrivateState, keys: readonly string[]): void {
  privateState.set(note, keys.length === 0 ? undefined : keys);
}

/** Records that one of them exists again. */
export function noteFound(privateState: PrivateState, key: string): void {
  setMissingMembers(
    privateState,
    missingMembers(privateState).filter((missing) => missing !== key),
  );
}
