import { ServiceError } from "../../../client/errors";
import type { Account } from "../../../provider/account";
import { PrivateState } from "../../../terraform/definition/private-state";
import type { AnyResource } from "../../../terraform/definition/resource";
import { DiagnosticError, Diagnostics } from "../../../terraform/diagnostics";
import { equal } from "../../../terraform/values/equal";
import type { ObjectValue } from "../../../terraform/values/object-value";

/** What an import makes of an object: its state, or why it cannot be managed as it is, in sentences. */
export type TakenOver = { readonly state: ObjectValue } | { readonly refused: string };

/**
 * Does to an object what Terraform does when it imports it and plans again: the resource's own functions import it and
 * read it twice. So the configuration made of its state changes nothing, and what the lists have told is not asked again.
 */
export async function takeOver(
  resource: AnyResource<Account>,
  id: string,
  context: Account,
): Promise<TakenOver> {
  const { signal } = new AbortController();
  const call = { context, signal, diagnostics: new Diagnostics(), privateState: new PrivateState() };
  const names = Object.keys(resource.attributes);
  const nothing = Object.fromEntries(names.map((name) => [name, null]));
  try {
    const imported = await resource.import?.({ ...call, id });
    const first = await resource.read({ ...call, state: { ...nothing, ...imported } });
    const second = first && (await resource.read({ ...call, state: first }));
    if (first === null || second === null) return { refused: "It was deleted while the account was read." };
    const differing = names.filter((name) => isChanged(resource, name, first, second));
    return differing.length === 0 ? { state: second as ObjectValue } : { refused: ofSeveral(differing) };
  } catch (thrown) {
    if (!(thrown instanceof DiagnosticError) || thrown.cause instanceof ServiceError) throw thrown;
    return { refused: thrown.detail };
  }
}

function isChanged(
  { attributes }: AnyResource<Account>,
  name: string,
  first: object,
  second: object,
): boolean {
  const attribute = attributes[name];
  const [before, after] = [first, second].map((state) => (state as ObjectValue)[name] ?? null);
  return attribute !== undefined && !equal(attribute.type, before ?? null, after ?? null);
}

/** A resource that stands for several objects is read as it was imported only if they all say the same. */
function ofSeveral(differing: readonly string[]): string {
  return `Its members differ in ${differing.join(", ")}, and one resource would make them the same, so they are declared one by one.`;
}
