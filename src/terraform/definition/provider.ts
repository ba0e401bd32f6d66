import type { Diagnostics } from "../diagnostics";
import type { Attributes } from "../schema/attribute";
import type { PartialConfig } from "../schema/infer";
import type { Action, AnyAction } from "./action";
import type { AnyDataSource, DataSource } from "./data-source";
import type { AnyEphemeralResource, EphemeralResource } from "./ephemeral-resource";
import type { AnyListResource, ListResource } from "./list-resource";
import type { AnyProviderFunction } from "./provider-function";
import type { AnyResource, Resource } from "./resource";

/** The secrets that a run has met so far. */
export interface SecretKeeper {
  add(secrets: readonly string[]): void;
  /** The text without them. */
  hide(text: string): string;
}

/** A provider as Terraform sees it: its own configuration, and what it offers, by full type name. */
export interface Provider<A extends Attributes, Context> {
  readonly description: string;
  readonly attributes: A;
  /** Learns each sensitive and write-only value that Terraform sends, and takes them out of all diagnostics. */
  readonly secrets?: SecretKeeper;
  validate?(call: { readonly config: PartialConfig<A>; readonly diagnostics: Diagnostics }): void;
  /**
   * Makes what every call is given. Undefined when it cannot be made yet, because values are unknown until apply:
   * then planning goes on without it, and reads keep the state as it is.
   */
  configure(call: {
    readonly config: PartialConfig<A>;
    readonly terraformVersion: string;
    readonly diagnostics: Diagnostics;
    /** Aborts when Terraform asks the provider to stop. */
    readonly stop: AbortSignal;
  }): Promise<Context | undefined>;
  readonly resources: Readonly<Record<string, AnyResource<Context>>>;
  readonly dataSources: Readonly<Record<string, AnyDataSource<Context>>>;
  readonly ephemeralResources: Readonly<Record<string, AnyEphemeralResource<Context>>>;
  readonly actions: Readonly<Record<string, AnyAction<Context>>>;
  readonly functions: Readonly<Record<string, AnyProviderFunction>>;
  /** Each under the name of a resource that has an identity. */
  readonly listResources: Readonly<Record<string, AnyListResource<Context>>>;
}

/** A provider whose attributes and context are not known to the compiler, as the engine holds it. */
export type AnyProvider = Provider<Attributes, unknown>;

/** States a resource with the types of its functions inferred from its attributes. */
export function resource<A extends Attributes, Context>(
  definition: Resource<A, Context>,
): AnyResource<Context> {
  return definition as unknown as AnyResource<Context>;
}

/** States a data source, likewise. */
export function dataSource<A extends Attributes, Context>(
  definition: DataSource<A, Context>,
): AnyDataSource<Context> {
  return definition as unknown as AnyDataSource<Context>;
}

/** States an ephemeral resource, likewise. */
export function ephemeralResource<A extends Attributes, Context>(
  definition: EphemeralResource<A, Context>,
): AnyEphemeralResource<Context> {
  return definition as unknown as AnyEphemeralResource<Context>;
}

/** States a list resource, likewise. */
export function listResource<A extends Attributes, Context>(
  definition: ListResource<A, Context>,
): AnyListResource<Context> {
  return definition as unknown as AnyListResource<Context>;
}

/** States an action, likewise. */
export function action<A extends Attributes, Context>(definition: Action<A, Context>): AnyAction<Context> {
  return definition as unknown as AnyAction<Context>;
}

/** The parts that a provider may leave out. Without `configure`, every call is given an empty context. */
const DEFAULTS = {
  attributes: {},
  configure: async () => ({}),
  resources: {},
  dataSources: {},
  ephemeralResources: {},
  actions: {},
  functions: {},
  listResources: {},
};

/** States a provider, likewise. */
export function provider<A extends Attributes, Context>(
  definition: Omit<Provider<A, Context>, keyof typeof DEFAULTS> & Partial<Provider<A, Context>>,
): AnyProvider {
  return { ...DEFAULTS, ...definition } as unknown as AnyProvider;
}
