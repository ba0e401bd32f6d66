import type { Diagnostics } from "../diagnostics";
import type { Attribute, Attributes, Shape } from "../schema/attribute";
import type { AppliedPlan, Config, PartialConfig, Plan, State } from "../schema/infer";
import type { Path } from "../values/path";
import type { PrivateState } from "./private-state";

/** The version of every schema. States of other versions are refused. */
export const schemaVersion = 0;

/** The provider, or one of its members. */
export interface Definition<A extends Attributes = Attributes> {
  readonly description: string;
  readonly attributes: A;
  /** Checks several attributes together. Checks of one attribute belong to its shape. */
  validate?(call: { readonly config: PartialConfig<A>; readonly diagnostics: Diagnostics }): void;
}

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
export interface PlanCall<A extends Attributes, Context> extends Omit<Call<Context | undefined>, "signal"> {
  /** Undefined while the provider's configuration is unknown or absent (as in `terraform validate`). */
  readonly context: Context | undefined;
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
export interface Resource<A extends Attributes = Attributes, Context = unknown> extends Definition<A> {
  readonly identity?: ResourceIdentity<A, Context>;

  /** Secrets of an object in addition to its sensitive and write-only values. */
  additionalSecrets?(object: Readonly<Record<string, unknown>>): readonly string[];
  /** Adjusts the plan of the whole resource, after the rules of single attributes. */
  plan?(call: PlanCall<A, Context>): void | Promise<void>;
  /** Plans a destroy, for warnings. */
  planDestroy?(
    call: Pick<PlanCall<A, Context>, "context" | "diagnostics" | "privateState"> & {
      readonly prior: State<A>;
    },
  ): void | Promise<void>;

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

/** Defines a resource. The types of its functions are inferred from its attributes. */
export function resource<A extends Attributes, Context>(definition: Resource<A, Context>) {
  return definition as unknown as Resource<Attributes, Context>;
}

/** A call that reads values. */
interface ReadCall<A extends Attributes, Context> extends Omit<Call<Context>, "privateState"> {
  readonly config: Config<A>;
}

/** A data source: values that Terraform reads and does not manage. */
export interface DataSource<A extends Attributes = Attributes, Context = unknown> extends Definition<A> {
  read(call: ReadCall<A, Context>): Promise<State<A>>;
}

/** Defines a data source. The types of its functions are inferred from its attributes. */
export function dataSource<A extends Attributes, Context>(definition: DataSource<A, Context>) {
  return definition as unknown as DataSource<Attributes, Context>;
}

/** A resource that exists during one command, and is not stored in plan or state. It is neither renewed nor closed. */
export interface EphemeralResource<A extends Attributes = Attributes, Context = unknown>
  extends Definition<A> {
  open(call: ReadCall<A, Context>): Promise<State<A>>;
}

/** Defines an ephemeral resource. The types of its functions are inferred from its attributes. */
export function ephemeralResource<A extends Attributes, Context>(definition: EphemeralResource<A, Context>) {
  return definition as unknown as EphemeralResource<Attributes, Context>;
}

/** A remote object in a list. */
export interface ListItem {
  /** The identity that imports the object into a resource of the same type. */
  readonly identity: Identity;
  /** The name to display, on one line. */
  readonly displayName: string;
}

/**
 * A call of `list`. `signal` also aborts at the limit and after a request to stop. After the first object, an error is shown as a
 * warning: Terraform drops the list for an error.
 */
export interface ListCall<A extends Attributes, Context> extends ReadCall<A, Context> {
  /** The maximum number of objects, at least 1. */
  readonly limit: number;
}

/**
 * Lists the remote objects of a resource type, for `terraform query` (Terraform 1.14). The resource needs an identity and
 * `import`: if Terraform requests full objects, each is imported and read as for an import block. Its attributes are the
 * arguments of the `config` block.
 */
export interface ListResource<A extends Attributes = Attributes, Context = unknown> extends Definition<A> {
  /** The objects, in a stable order. */
  list(call: ListCall<A, Context>): AsyncIterable<ListItem>;
}

/** Defines a list resource. The types of its functions are inferred from its attributes. */
export function listResource<A extends Attributes, Context>(definition: ListResource<A, Context>) {
  return definition as unknown as ListResource<Attributes, Context>;
}

/**
 * An operation without state, which Terraform runs before or after a resource changes, or by `-invoke` (Terraform 1.14). Its
 * attributes are required, optional or write-only. `validate` runs at validation, in the plan, and before each invocation.
 */
export interface Action<A extends Attributes = Attributes, Context = unknown> extends Definition<A> {
  /** Checks that depend on the provider's configuration: in the plan and before each invocation. */
  plan?(call: Pick<PlanCall<A, Context>, "config" | "context" | "diagnostics">): void | Promise<void>;
  /** Runs the action. It fails if it throws, or if `diagnostics` has an error. */
  invoke(call: ActionCall<A, Context>): Promise<void>;
}

/** An invocation of an action. `signal` also aborts when Terraform asks the provider to stop. The action should then end soon. */
export interface ActionCall<A extends Attributes, Context> extends ReadCall<A, Context> {
  /** Shows a line of progress to the user. It does nothing after a request to stop. */
  progress(message: string): void;
}

/** Defines an action. The types of its functions are inferred from its attributes. */
export function action<A extends Attributes, Context>(definition: Action<A, Context>) {
  return definition as unknown as Action<Attributes, Context>;
}

/** A parameter of a function. Terraform rejects null, and does not call the function for an unknown argument. */
export interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly shape: Shape;
}

type Arguments<P extends readonly Parameter[]> = {
  readonly [I in keyof P]: P[I] extends { readonly shape: Shape<infer T> } ? T : never;
};

/** An invalid argument; `index` counts from zero. */
export class ArgumentError extends Error {
  override readonly name = "ArgumentError";

  constructor(
    readonly index: number,
    message: string,
  ) {
    super(message);
  }
}

/** A function, called as `provider::name::function(…)`. It has no access to the provider's context. */
export interface ProviderFunction<P extends readonly Parameter[] = readonly Parameter[], R = unknown> {
  readonly summary: string;
  readonly description: string;
  readonly parameters: P;
  readonly returns: Shape<R>;
  /** @throws ArgumentError for an invalid argument; other errors concern the call as a whole */
  call(...args: [...Arguments<P>]): R;
}

/** Defines a function. Argument types are inferred from the parameters. */
export function providerFunction<const P extends readonly Parameter[], R>(
  definition: ProviderFunction<P, R>,
) {
  return definition as unknown as ProviderFunction;
}
