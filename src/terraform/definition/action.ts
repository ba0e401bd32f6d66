import type { Diagnostics } from "../diagnostics";
import type { Attributes } from "../schema/attribute";
import type { Config, PartialConfig } from "../schema/infer";
import type { Definition } from "./definition";

/**
 * An operation without state, which Terraform runs before or after a resource changes, or by `-invoke` (Terraform 1.14). Its
 * attributes are required, optional or write-only. `validate` runs at validation, in the plan, and before each invocation.
 */
export interface Action<A extends Attributes, Context> extends Definition<A> {
  /** Checks that depend on the provider's configuration: in the plan and before each invocation. */
  plan?(call: {
    readonly config: PartialConfig<A>;
    /** Undefined while the provider's configuration is unknown. */
    readonly context: Context | undefined;
    readonly diagnostics: Diagnostics;
  }): void | Promise<void>;
  /** Runs the action. It fails if it throws, or if `diagnostics` has an error. */
  invoke(call: ActionCall<A, Context>): Promise<void>;
}

/** An invocation of an action. */
export interface ActionCall<A extends Attributes, Context> {
  readonly config: Config<A>;
  readonly context: Context;
  readonly diagnostics: Diagnostics;
  /** Aborts when Terraform asks the provider to stop, or cancels the call. The action should then end soon. */
  readonly signal: AbortSignal;
  /** Shows a line of progress to the user. It does nothing after a request to stop. */
  progress(message: string): void;
}

/** An action with any attributes. */
export type AnyAction<Context> = Action<Attributes, Context>;
