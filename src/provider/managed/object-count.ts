import type { Call, PrivateState } from "../../terraform";
import type { Account } from "../account";
import type { AnyManagedObject } from "./object";

const note = "scale";

/**
 * How many objects of the kind the run had to do with that wrote the resource: the next plan then knows, before it has
 * seen them, whether the list is the cheaper way to read them. 0 if nobody knows.
 */
export function objectCountOf(privateState: PrivateState): number {
  const noted = privateState.get(note);
  return typeof noted === "number" ? noted : 0;
}

/** Notes it with a write or an import; a refresh does not, which would change the state with every apply. */
export async function noteObjectCount({ kind }: AnyManagedObject, call: Call<Account>): Promise<void> {
  const reader = await call.context.reader(kind);
  call.privateState.set(note, reader.accessedCount);
}
