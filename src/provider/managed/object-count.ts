import type { Call, PrivateState } from "../../terraform";
import type { Account } from "../account";
import type { AnyManagedObject } from "./object";

const note = "scale";

/**
 * How many objects of the kind the run that wrote this resource used: from this the next plan knows, before it has seen the
 * others, whether reading the list costs fewer requests. 0 if unknown.
 */
export function objectCountOf(privateState: PrivateState): number {
  const noted = privateState.get(note);
  return typeof noted === "number" ? noted : 0;
}

/** Records it with a write or an import. A refresh does not, because that would change the state in every apply. */
export async function noteObjectCount({ kind }: AnyManagedObject, call: Call<Account>): Promise<void> {
  const reader = await call.context.reader(kind);
  call.privateState.set(note, reader.accessedCount);
}
