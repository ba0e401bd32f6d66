import type { Diagnostics } from "../diagnostics";
import type { Attributes } from "../schema/attribute";
import type { Config, PartialConfig, State } from "../schema/infer";

/** A data source: values that Terraform reads and does not manage. */
export interface DataSource<A extends Attributes, Context> {
  readonly description: string;
  readonly deprecated?: string;
  readonly attributes: A;
  validate?(call: { readonly config: PartialConfig<A>; readonly diagnostics: Diagnostics }): void;
  read(call: {
    readonly config: Config<A>;
    readonly context: Context;
    readonly diagnostics: Diagnostics;
    readonly signal: AbortSignal;
  }): Promise<State<A>>;
}

/** A data source with any attributes. */
export type AnyDataSource<Context> = DataSource<Attributes, Context>;
