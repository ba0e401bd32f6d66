import type { Diagnostics } from "../diagnostics";
import type { Attribute, Attributes } from "../schema/attribute";
import type { AppliedPlan, Config, PartialConfig, Plan, State } from "../schema/infer";
import type { Path } from "../values/path";
import type { Definition } from "./definition";
import type { PrivateState } from "./private-state";

/** A call of a resource's function. `Context` is what the provider's `configure` returned. */
export interface Call<Context> {
  readonly context: Context;
  readonly diagnostics: Diagnostics;
  readonly privateState: PrivateState;
  /** Aborts when Terraform cancels the call. */
  readonly signal: AbortSignal;
}

/** A call of `create` or `update`. */
export interface WriteCall<A extends Attributes, Context> extends Call<Context> {
  /** The planned values. Configured values are known, computed values may be unknown. */
  readonly plan: AppliedPlan<A>;
  /** The configuration, including write-only values. */
  readonly config: Config<A>;
  /**
   * Saves a partial result. If the call then throws, Terraform stores it with the error, so that no object is lost. Omitted
   * attributes keep their prior value in an update, and their planned value in a create (null if unknown).
   */
  savePartial(state: Partial<State<A>>): void;
}

/** A call of `plan`. */
export interface PlanCall<A extends Attributes, Context> {
  /** Undefined while the provider's configuration is unknown or absent (as in `terraform validate`). */
  readonly context: Context | undefined;
  readonly diagnostics: Diagnostics;
  readonly privateState: PrivateState;
  readonly config: PartialConfig<A>;
  /** Null for a create. */
  readonly prior: State<A> | null;
  /** Whether the object replaces another one. */
  readonly isReplacement: boolean;
  /** The plan so far. Computed attributes may be assigned. */
  readonly plan: Plan<A>;
  /** Forces replacement because of an attribute that is not marked with `replacesOnChange`. */
  requireReplace(path: Path): void;
  /** Plans the prior value of an attribute that is equal in the context of the resource: no change, and no replacement. */
  keepPrior(name: keyof A & string): void;
  /** The paths that force replacement so far. If there are any, Terraform plans a create next. */
  readonly replacePaths: readonly Path[];
}

/** The attributes of an identity. An import must set the required ones. */
export type IdentityAttributes = Readonly<Record<string, Attribute<string, "required" | "optional">>>;

/** The values of an identity, by attribute. */
export type Identity = Readonly<Record<string, string | null>>;

/** Identifies a resource's remote object. It never changes while the object exists (Terraform 1.12, OpenTofu 1.12). */
export interface ResourceIdentity<A extends Attributes, Context> {
  readonly attributes: IdentityAttributes;
  /** @param object.stored the stored identity; null if none is stored, as before the first refresh with this provider */
  of(object: {
    readonly state: Partial<State<A>>;
    readonly stored: Identity | null;
    readonly context: Context;
  }): Identity;
}

/** A resource type. An error that a function throws becomes a diagnostic. */
export interface Resource<A extends Attributes, Context> extends Definition<A> {
  readonly identity?: ResourceIdentity<A, Context>;

  /** Secrets of an object in addition to its sensitive and write-only values. */
  additionalSecrets?(object: Readonly<Record<string, unknown>>): readonly string[];
  /** Adjusts the plan of the whole resource, after the rules of single attributes. */
  plan?(call: PlanCall<A, Context>): void | Promise<void>;
  /** Plans a destroy, for warnings. */
  planDestroy?(call: {
    readonly context: Context | undefined;
    readonly prior: State<A>;
    readonly diagnostics: Diagnostics;
    readonly privateState: PrivateState;
  }): void | Promise<void>;

  create(call: WriteCall<A, Context>): Promise<State<A>>;
  /** Returns the current object; null if it does not exist. */
  read(call: Call<Context> & { readonly state: State<A> }): Promise<State<A> | null>;
  update(call: WriteCall<A, Context> & { readonly prior: State<A> }): Promise<State<A>>;
  /** Saves a partial result as `create` and `update` do, if only some of several objects are deleted. */
  delete(
    call: Pick<WriteCall<A, Context>, keyof Call<Context> | "savePartial"> & { readonly prior: State<A> },
  ): Promise<void>;

  /**
   * Returns the part of the state that identifies the object; `read` completes it. The user gives either an id, or an identity
   * and an empty id.
   */
  import?(
    call: Call<Context> & { readonly id: string; readonly identity: Identity | null },
  ): Promise<Partial<State<A>>>;
}

/** A resource with any attributes. */
export type AnyResource<Context> = Resource<Attributes, Context>;
