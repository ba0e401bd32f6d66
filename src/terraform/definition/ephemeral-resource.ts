import type { Diagnostics } from "../diagnostics";
import type { Attributes } from "../schema/attribute";
import type { Config, State } from "../schema/infer";
import type { Definition } from "./definition";
import type { PrivateState } from "./private-state";

interface EphemeralCall<Context> {
  readonly context: Context;
  readonly diagnostics: Diagnostics;
  /** Kept by Terraform in memory. A renewal receives the data of the previous renewal, and `close` that of `open`. */
  readonly privateState: PrivateState;
  readonly signal: AbortSignal;
}

/** A resource that exists during one command, and is not stored in plan or state. */
export interface EphemeralResource<A extends Attributes, Context> extends Definition<A> {
  open(
    call: EphemeralCall<Context> & { readonly config: Config<A> },
  ): Promise<{ readonly result: State<A>; readonly renewAt?: Date }>;
  /** Called at `renewAt`. Returns the time of the next renewal. */
  renew?(call: EphemeralCall<Context>): Promise<Date | undefined>;
  close?(call: EphemeralCall<Context>): Promise<void>;
}

/** An ephemeral resource with any attributes. */
export type AnyEphemeralResource<Context> = EphemeralResource<Attributes, Context>;
