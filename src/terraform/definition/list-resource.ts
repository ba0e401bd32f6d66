import type { Diagnostics } from "../diagnostics";
import type { Attributes } from "../schema/attribute";
import type { Config, PartialConfig } from "../schema/infer";
import type { Identity } from "./identity";

/** A remote object that Terraform may manage. */
export interface ListedObject {
  /** The identity under which the resource of the same type imports it. */
  readonly identity: Identity;
  /** By what people recognise it. It is shown on one line. */
  readonly displayName: string;
}

/** What one listing is given. */
export interface ListCall<A extends Attributes, Context> {
  readonly config: Config<A>;
  readonly context: Context;
  /** How many objects are wanted at most; at least 1. Nothing that cannot be needed should be requested. */
  readonly limit: number;
  /** For warnings. An error after the first object is shown as a warning, since Terraform drops the list for an error. */
  readonly diagnostics: Diagnostics;
  /** Aborts when nobody wants the rest: at the limit, after a cancellation, after a request to stop. */
  readonly signal: AbortSignal;
}

/**
 * Lists the remote objects of a resource type, for `terraform query` (Terraform 1.14). The resource of that type has an
 * identity and an import: where Terraform asks for whole objects, each is imported and read as for an import block.
 */
export interface ListResource<A extends Attributes, Context> {
  readonly description: string;
  readonly deprecated?: string;
  /** The arguments of the block `config`. */
  readonly attributes: A;
  validate?(call: { readonly config: PartialConfig<A>; readonly diagnostics: Diagnostics }): void;
  /** The objects, in an order that stays the same while the objects do. */
  list(call: ListCall<A, Context>): AsyncIterable<ListedObject>;
}

/** A list resource whose attributes are not known to the compiler, as the engine holds it. */
export type AnyListResource<Context> = ListResource<Attributes, Context>;
