import type { Attributes } from "../schema/attribute";
import type { Config, State } from "../schema/infer";
import type { Definition } from "./definition";
import type { Call } from "./resource";

/**
 * A resource that exists during one command, and is not stored in plan or state. Terraform keeps its private state in memory:
 * a renewal receives that of the previous renewal, and `close` that of `open`.
 */
export interface EphemeralResource<A extends Attributes, Context> extends Definition<A> {
  open(
    call: Call<Context> & { readonly config: Config<A> },
  ): Promise<{ readonly result: State<A>; readonly renewAt?: Date }>;
  /** Called at `renewAt`. Returns the time of the next renewal. */
  renew?(call: Call<Context>): Promise<Date | undefined>;
  close?(call: Call<Context>): Promise<void>;
}

/** An ephemeral resource with any attributes. */
export type AnyEphemeralResource<Context> = EphemeralResource<Attributes, Context>;
