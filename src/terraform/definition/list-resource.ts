import type { Diagnostics } from "../diagnostics";
import type { Attributes } from "../schema/attribute";
import type { Config } from "../schema/infer";
import type { Definition } from "./definition";
import type { Identity } from "./resource";

/** A remote object in a list. */
export interface ListItem {
  /** The identity that imports the object into a resource of the same type. */
  readonly identity: Identity;
  /** The name to display, on one line. */
  readonly displayName: string;
}

/** A call of `list`. */
export interface ListCall<A extends Attributes, Context> {
  readonly config: Config<A>;
  readonly context: Context;
  /** The maximum number of objects, at least 1. */
  readonly limit: number;
  /** For warnings. After the first object, an error is shown as a warning: Terraform drops the list for an error. */
  readonly diagnostics: Diagnostics;
  /** Aborts when the rest is not needed: at the limit, after a cancellation, after a request to stop. */
  readonly signal: AbortSignal;
}

/**
 * Lists the remote objects of a resource type, for `terraform query` (Terraform 1.14). The resource needs an identity and
 * `import`: if Terraform requests full objects, each is imported and read as for an import block. Its attributes are the
 * arguments of the `config` block.
 */
export interface ListResource<A extends Attributes, Context> extends Definition<A> {
  /** The objects, in a stable order. */
  list(call: ListCall<A, Context>): AsyncIterable<ListItem>;
}

/** A list resource with any attributes. */
export type AnyListResource<Context> = ListResource<Attributes, Context>;
