import type { Diagnostics } from "../diagnostics";
import type { Attributes } from "../schema/attribute";
import type { Config, PartialConfig, State } from "../schema/infer";

/** Facts that Terraform reads and does not manage. */
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

/** A data source whose attributes are not known to the compiler, as the engine holds it. */
export type AnyDataSource<Context> = DataSource<Attributes, Context>;
