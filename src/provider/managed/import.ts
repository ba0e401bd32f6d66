import { kinds } from "../../service/kinds";
import { sidForm, sidKind } from "../../service/sids";
import type { Call } from "../../terraform/definition/resource";
import { DiagnosticError } from "../../terraform/diagnostics";
import type { Account } from "../account";
import type { AnyManagedObject } from "./object";

/** Finds the object that the user names by its SID; Terraform reads the rest. */
export async function importObject(
  object: AnyManagedObject,
  { context, signal, id }: Call<Account> & { readonly id: string },
): Promise<{ id: string }> {
  const { kind } = object;
  const { title } = kinds[kind];
  const named = sidKind(id);
  if (named === undefined) {
    throw new DiagnosticError(
      `Not the SID of a ${title}`,
      `To import a ${title}, give its SID: ${sidForm(kind)}. What was given is ${JSON.stringify(id)}.`,
    );
  }
  if (named !== kind) {
    throw new DiagnosticError(
      `The SID of a ${kinds[named].title}`,
      `${id} names a ${kinds[named].title}, and a ${title} is wanted here: ${sidForm(kind)}. Import it as rblmonitor_${named}.`,
    );
  }
  const found = await (await context.reader(kind)).read(id, { signal });
  if (found === undefined) {
    throw new DiagnosticError(`No such ${title}`, `The account has no ${title} with the SID ${id}.`);
  }
  const refusal = object.refusal?.(found);
  if (refusal !== undefined) throw new DiagnosticError(`${id} cannot be managed`, refusal);
  return { id };
}
