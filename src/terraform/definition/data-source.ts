import type { Diagnostics } from "../diagnostics";
import type { Attributes } from "../schema/attribute";
import type { Config, State } from "../schema/infer";
import type { Definition } from "./definition";

/** A data source: values that Terraform reads and does not manage. */
export interface DataSource<A extends Attributes, Context> extends Definition<A> {
  read(call: {
    readonly config: Config<A>;
    readonly context: Context;
    readonly diagnostics: Diagnostics;
    readonly signal: AbortSignal;
  }): Promise<State<A>>;
}

/** A data source with any attributes. */
export type AnyDataSource<Context> = DataSource<Attributes, Context>;
