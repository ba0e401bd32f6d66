import type { Diagnostics } from "../diagnostics";
import type { Attributes } from "../schema/attribute";
import type { Config, PartialConfig, State } from "../schema/infer";
import type { PrivateState } from "./private-state";

interface EphemeralCall<Context> {
  readonly context: Context;
  readonly diagnostics: Diagnostics;
  /** Kept by Terraform, in memory only. What a renewal notes reaches the next one; closing sees what opening noted. */
  readonly privateState: PrivateState;
  readonly signal: AbortSignal;
}

/** Something that exists for the time of one command and reaches neither plan nor state. */
export interface EphemeralResource<A extends Attributes, Context> {
  readonly description: string;
  readonly deprecated?: string;
  readonly attributes: A;
  validate?(call: { readonly config: PartialConfig<A>; readonly diagnostics: Diagnostics }): void;
  open(
    call: EphemeralCall<Context> & { readonly config: Config<A> },
  ): Promise<{ readonly result: State<A>; readonly renewAt?: Date }>;
  /** Called at `renewAt`; answers when to be called again. */
  renew?(call: EphemeralCall<Context>): Promise<Date | undefined>;
  close?(call: EphemeralCall<Context>): Promise<void>;
}

/** An ephemeral resource whose attributes are not known to the compiler, as the engine holds it. */
export type AnyEphemeralResource<Context> = EphemeralResource<Attributes, Context>;
