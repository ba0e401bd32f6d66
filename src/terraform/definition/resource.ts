import type { Diagnostics } from "../diagnostics";
import type { Attributes } from "../schema/attribute";
import type { AppliedPlan, Config, PartialConfig, Plan, State } from "../schema/infer";
import type { Path } from "../values/path";
import type { Identity, ResourceIdentity } from "./identity";
import type { PrivateState } from "./private-state";

/** What every call of a resource is given. `Context` is what the provider's configuration made. */
export interface Call<Context> {
  readonly context: Context;
  readonly diagnostics: Diagnostics;
  readonly privateState: PrivateState;
  /** Aborts when the caller went away. */
  readonly signal: AbortSignal;
}

/** What a create or update is given beside its own. */
export interface WriteCall<A extends Attributes, Context> extends Call<Context> {
  /** What to make true. Configured values are known; what the service decides is unknown. */
  readonly plan: AppliedPlan<A>;
  /** What the user wrote, write-only values included. */
  readonly config: Config<A>;
  /**
   * Keeps what is true so far. If the call then throws, this is the state that Terraform stores beside the error,
   * so an object is never lost. What is left out is as it was before an update, and as planned in a create, or null
   * where that was unknown.
   */
  savePartial(state: Partial<State<A>>): void;
}

/** A plan being made, for the rule that sees the whole resource. */
export interface PlanCall<A extends Attributes, Context> {
  /** Undefined while the provider's configuration is unknown or absent (as in `terraform validate`). */
  readonly context: Context | undefined;
  readonly diagnostics: Diagnostics;
  readonly privateState: PrivateState;
  readonly config: PartialConfig<A>;
  /** Null when the object is to be created. */
  readonly prior: State<A> | null;
  /** Whether the object is to replace another one, which was planned just before with the same configuration. */
  readonly isReplacement: boolean;
  /** The plan so far; the rule may assign to what is computed. */
  readonly plan: Plan<A>;
  /** Asks for a new object because of a part that is not marked so in the schema. */
  requireReplace(path: Path): void;
  /** Plans an attribute as it was, because it means the same within the whole resource: no change, and no new object. */
  keepPrior(name: keyof A & string): void;
  /** The parts that ask for a new object by now. If there are any, Terraform plans that next, as one to be created. */
  readonly replacePaths: readonly Path[];
}

/** The state of an object that another resource, perhaps of another provider, kept. */
export interface MoveSource {
  readonly provider: string;
  readonly type: string;
  readonly version: number;
  /** The stored JSON, parsed; a number that JavaScript would round is a Decimal. */
  readonly state: unknown;
}

/** A kind of object that Terraform manages. Whatever a function throws becomes a diagnostic. */
export interface Resource<A extends Attributes, Context> {
  readonly description: string;
  readonly deprecated?: string;
  /** Version of the schema, 0 at first; a stored state of an older one goes through `upgrades`. */
  readonly version?: number;
  readonly attributes: A;
  readonly identity?: ResourceIdentity<A, Context>;

  /** What else of an object no message may show, beside its sensitive and write-only values. */
  additionalSecrets?(object: Readonly<Record<string, unknown>>): readonly string[];
  /** Finds what is wrong between attributes; what one attribute alone tells is in its checks. */
  validate?(call: { readonly config: PartialConfig<A>; readonly diagnostics: Diagnostics }): void;
  /** The rule that sees the whole resource, after all rules of single attributes. */
  plan?(call: PlanCall<A, Context>): void | Promise<void>;
  /** Last chance to warn before an object is destroyed. */
  planDestroy?(call: {
    readonly context: Context | undefined;
    readonly prior: State<A>;
    readonly diagnostics: Diagnostics;
    readonly privateState: PrivateState;
  }): void | Promise<void>;

  create(call: WriteCall<A, Context>): Promise<State<A>>;
  /** The object as it is now; null when it is gone. */
  read(call: Call<Context> & { readonly state: State<A> }): Promise<State<A> | null>;
  update(call: WriteCall<A, Context> & { readonly prior: State<A> }): Promise<State<A>>;
  delete(call: Call<Context> & { readonly prior: State<A> }): Promise<void>;

  /**
   * As much of the state as identifies the object named by the user; Terraform reads the rest. The user gives either an id or
   * an identity; the id is empty then.
   */
  import?(
    call: Call<Context> & { readonly id: string; readonly identity: Identity | null },
  ): Promise<Partial<State<A>>>;
  /**
   * By the version that wrote it: turns a stored state (parsed JSON; a number that JavaScript would round is a
   * Decimal) into one of the current version. What it leaves out is null. A version without one cannot be read.
   */
  readonly upgrades?: Readonly<
    Record<number, (stored: Readonly<Record<string, unknown>>) => Record<string, unknown>>
  >;
  /** Takes over an object that another resource type kept; undefined when it is not one of those it knows. */
  move?(source: MoveSource): Partial<State<A>> | undefined;
}

/** A resource whose attributes are not known to the compiler, as the engine holds it. */
export type AnyResource<Context> = Resource<Attributes, Context>;
