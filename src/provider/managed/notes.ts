import type { ObjectValue, PrivateState } from "../../terraform";
import type { AnyManagedObject, Call } from "./object";

/** A note in the private state of a resource. An empty one is not stored. */
function note<T extends object>(key: string, none: T) {
  return {
    of: (privateState: PrivateState): T => (privateState.get(key) as T | undefined) ?? none,
    set: (privateState: PrivateState, value: T) =>
      privateState.set(key, Object.keys(value).length === 0 ? undefined : value),
  };
}

/**
 * The members of a resource that were deleted outside Terraform, by the natural keys with which they are recreated. A read
 * records them, a plan shows them, and an update creates them.
 */
export const missingMembers = note<readonly string[]>("lost", []);

/** Values of attributes by the SID of the object. */
export type ValuesById = Readonly<Record<string, ObjectValue>>;

/** The values of members that differ from the state of their resource, which has one value for each attribute. */
export const mixedValues = note<ValuesById>("mixed", {});

/** The members that the last write skipped after a failure. */
export const untriedMembers = note<readonly string[]>("untried", []);

/** A value as it was sent, and as objects show it: salted hashes. */
export interface StoredForm {
  readonly sent: string;
  /** Empty if the service may store another form, but only the read after the next write can show which. */
  readonly shown: readonly string[];
  /** What was shown before the first write of the value. An object that still shows it was not changed. */
  readonly before?: string | undefined;
  /** Whether the first read of a new object found a form that is unlike what was sent: someone may have changed it. */
  readonly isDoubtful?: boolean;
}

/**
 * The forms in which the service stores what was sent, by attribute. `unseen` are attributes that no object has shown since they
 * were written: true for those of new objects. `isImported`: nothing was written since an import.
 */
export const storedForms = note<{
  readonly salt?: string;
  readonly forms?: Readonly<Record<string, StoredForm>>;
  readonly unseen?: Readonly<Record<string, boolean>>;
  readonly isImported?: boolean;
}>("stored_forms", {});

/**
 * The meanings of status words, in lower case: those that objects of the resource have shown right after they were paused (true)
 * or resumed (false); null for those that both have shown. `isHidden`: no read has shown the object.
 */
export const statusNotes = note<{
  readonly words?: Readonly<Record<string, boolean | null>>;
  readonly isHidden?: boolean;
}>("status_words", {});

/** Key in private state: the object was imported, so the values that only creates send are unknown. */
export const importedNote = "imported";

const objectCount = "scale";

/**
 * How many objects of the kind the run that wrote this resource used: from this the next plan knows, before it has seen the
 * others, whether reading the list costs fewer requests. 0 if unknown.
 */
export function objectCountOf(privateState: PrivateState): number {
  const noted = privateState.get(objectCount);
  return typeof noted === "number" ? noted : 0;
}

/** Records it with a write or an import. A refresh does not, because that would change the state in every apply. */
export async function noteObjectCount({ kind }: AnyManagedObject, call: Call): Promise<void> {
  const reader = await call.context.reader(kind);
  call.privateState.set(objectCount, reader.accessed.size);
}
