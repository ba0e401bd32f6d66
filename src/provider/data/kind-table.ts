import type { Kind } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import type { AnyResource, Attribute, Attributes } from "../../terraform";
import type { Account } from "../account";
import type { Filters } from "./filters";
import { observedAttributes } from "./observed";

/** What tells the object that is looked for, by attribute; null is not asked for. */
export type LookupArguments = Readonly<Record<string, unknown>>;

/**
 * One kind of object as data sources: one that finds an object, and one that lists them. What the kind's resource says
 * of an attribute holds here, too; what stands here is what a resource does not have. How objects are found and listed is
 * the same for all kinds.
 */
interface KindTable<K extends Kind> {
  readonly kind: K;
  /** The kind's resource, whose attributes the objects have. */
  readonly managed: AnyResource<Account>;
  /** What only the service says of an object, and attributes that mean something else than in the resource. */
  readonly computed: Readonly<Record<string, Attribute<unknown, "computed">>>;
  /** The attribute by which people know an object; it is a field of the same name. */
  readonly key: string;
  /**
   * A field that every object has when it is read, and that the answer to its create may leave out although it has the key
   * (docs/design/api-3.0.md#rules (4)). Default: the key.
   */
  readonly completeWith?: string;
  /** An attribute that tells apart objects of the same key. */
  readonly narrowedBy?: string;
  /** Which objects are meant by a key; by default those whose attributes have the same meaning. */
  readonly find?: (
    objects: readonly ServiceObject<K>[],
    asked: LookupArguments,
  ) => readonly ServiceObject<K>[];
  /** What to consider when no object has the key, in sentences. */
  readonly notFound?: string;
  /** By what a list of objects can be narrowed, by the name of the argument. */
  readonly filters: Filters;
}

/** A kind whose objects' type is not known to the compiler. */
export type AnyKindTable = Omit<KindTable<Kind>, "find"> & {
  readonly find?: (
    objects: readonly ServiceObject<Kind>[],
    asked: LookupArguments,
  ) => readonly ServiceObject<Kind>[];
  /** What an object of the kind has: what its resource has, and the facts. */
  readonly attributes: Attributes;
};

/** States a kind's data sources: the attributes of its resource that the service tells, and the facts. */
export function kindTable<K extends Kind>(table: KindTable<K>): AnyKindTable {
  const attributes = { ...observedAttributes(table.managed.attributes), ...table.computed };
  return { ...(table as unknown as AnyKindTable), attributes };
}

/** The key, and what narrows it. */
export function keysOf({ key, narrowedBy }: Pick<AnyKindTable, "key" | "narrowedBy">): string[] {
  return narrowedBy === undefined ? [key] : [key, narrowedBy];
}
