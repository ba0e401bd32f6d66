import { type TerraformResource, Tokenization } from "cdktf";
import { titleOf } from "./fleet-entries";

/** A reference to an object of the account: its SID, a token for it, or its construct. */
export type Reference = string | { readonly id: string };

/** Constructs as they were when their tokens were made: a construct makes one at each use of its `id`, which is slow. */
const known = new WeakMap<object, Record<"id" | "friendlyUniqueId" | "forEach", unknown>>();

/**
 * The SID of a reference. The SID of a construct is known only after the apply. Undefined stays undefined.
 *
 * @throws Error for an object that has no SID
 */
export function sidOf(reference: Reference): string;
export function sidOf(reference: Reference | undefined): string | undefined;
export function sidOf(reference: unknown): unknown {
  if (typeof reference !== "object" || reference === null || Tokenization.isResolvable(reference))
    return reference;
  const construct = reference as { readonly id: unknown } & Partial<TerraformResource>;
  const { friendlyUniqueId, forEach } = construct;
  const before = known.get(construct);
  if (before && before.friendlyUniqueId === friendlyUniqueId && before.forEach === forEach) return before.id;
  const { id } = construct;
  if (typeof id !== "string")
    throw new Error(
      `${construct.node?.path ?? titleOf(construct)} has no SID: pass a SID or a construct with an id`,
    );
  known.set(construct, { id, friendlyUniqueId, forEach });
  return id;
}

/** The SIDs of references. A token for the whole list is returned as it is. */
export function sidsOf<List extends readonly Reference[] | undefined>(references: List) {
  const sids: unknown = references?.map?.((item: Reference) => sidOf(item)) ?? references;
  return sids as List extends undefined ? undefined : string[];
}
