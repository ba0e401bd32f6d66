import type { Diagnostics } from "../diagnostics";
import type { Attributes } from "../schema/attribute";
import type { Config, State } from "../schema/infer";
import type { Definition } from "./definition";

/** A call that reads values. */
interface ReadCall<A extends Attributes, Context> {
  readonly config: Config<A>;
  readonly context: Context;
  readonly diagnostics: Diagnostics;
  /** Aborts when Terraform cancels the call. */
  readonly signal: AbortSignal;
}

/** A data source: values that Terraform reads and does not manage. */
export interface DataSource<A extends Attributes, Context> extends Definition<A> {
  read(call: ReadCall<A, Context>): Promise<State<A>>;
}

/** A data source with any attributes. */
export type AnyDataSource<Context> = DataSource<Attributes, Context>;

/** A resource that exists during one command, and is not stored in plan or state. It is neither renewed nor closed. */
export interface EphemeralResource<A extends Attributes, Context> extends Definition<A> {
  open(call: ReadCall<A, Context>): Promise<State<A>>;
}

/** An ephemeral resource with any attributes. */
export type AnyEphemeralResource<Context> = EphemeralResource<Attributes, Context>;
