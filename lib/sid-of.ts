import { Tokenization } from "cdktf";

/** What a configuration may name an object of the account by: its SID, a token for it, or a construct that has it. */
type Reference = string | { readonly id: string };

/** A construct, as far as its SID depends on it. */
interface Identified {
  readonly id: string;
  readonly friendlyUniqueId?: string;
  readonly forEach?: unknown;
}

/** The token of a construct's SID, and the properties of the construct that it was made from. */
interface Known {
  readonly sid: string;
  readonly name: string | undefined;
  readonly forEach: unknown;
}

/** A construct makes a token at each use of its `id`, and synthesis resolves each of them. One token is enough. */
const known = new WeakMap<object, Known>();

/**
 * The SID of what a configuration refers to. That of a construct is known only when Terraform applies. Undefined stays
 * undefined.
 *
 * @throws Error for an object that has no SID
 */
export function sidOf(reference: Reference): string;
export function sidOf(reference: Reference | undefined): string | undefined;
export function sidOf(reference: Reference | undefined): string | undefined {
  if (typeof reference !== "object" || reference === null) return reference;
  if (Tokenization.isResolvable(reference)) return reference as unknown as string;
  const construct = reference as Identified;
  const { friendlyUniqueId: name, forEach } = construct;
  const before = known.get(construct);
  if (before !== undefined && before.name === name && before.forEach === forEach) return before.sid;
  const sid = construct.id;
  if (typeof sid !== "string")
    throw new Error(`${nameOf(construct)} has no SID: pass a SID or a construct with an id`);
  known.set(construct, { sid, name, forEach });
  return sid;
}

/** The SIDs of what a configuration refers to. A token for the whole list stays one. */
export function sidsOf(references: readonly Reference[]): string[];
export function sidsOf(references: readonly Reference[] | undefined): string[] | undefined;
export function sidsOf(references: readonly Reference[] | undefined): string[] | undefined {
  if (!Array.isArray(references)) return references as string[] | undefined;
  return references.every((reference) => typeof reference === "string")
    ? references
    : references.map((reference: Reference) => sidOf(reference));
}

/** A construct by its path, or an object of JavaScript by its class. */
function nameOf(given: object): string {
  const { node } = given as { readonly node?: { readonly path: string } };
  return node?.path ?? `An object of ${given.constructor?.name ?? "no class"}`;
}
