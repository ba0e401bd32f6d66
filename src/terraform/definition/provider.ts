import type { Diagnostics } from "../diagnostics";
import type { Attributes } from "../schema/attribute";
import type { PartialConfig } from "../schema/infer";
import type {
  Action,
  AnyAction,
  AnyDataSource,
  AnyEphemeralResource,
  AnyListResource,
  AnyProviderFunction,
  AnyResource,
  DataSource,
  Definition,
  EphemeralResource,
  ListResource,
  Resource,
} from "./definition";

/** Collects secrets, and removes them from messages. */
export interface SecretKeeper {
  add(secrets: readonly string[]): void;
  /** Returns the text without the secrets. */
  hide(text: string): string;
}

/** A provider: its configuration, and its resources and other members by full type name. */
export interface Provider<A extends Attributes, Context> extends Definition<A> {
  /** Receives each sensitive and write-only value that Terraform sends. All diagnostics pass through `hide`. */
  readonly secrets?: SecretKeeper;
  /** Converts what a function has thrown, such as an error of the API, to a {@link DiagnosticError}; returns others as they are. */
  explained?(thrown: unknown): unknown;
  /**
   * Returns the context that every call receives. Undefined if the configuration has values unknown until apply: then plans
   * have no context, and reads return the state unchanged.
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
  /** By the name of a resource with an identity. */
  readonly listResources: Readonly<Record<string, AnyListResource<Context>>>;
}

/** A provider with any attributes and context. */
export type AnyProvider = Provider<Attributes, unknown>;

/** Defines a resource. The types of its functions are inferred from its attributes. */
export function resource<A extends Attributes, Context>(
  definition: Resource<A, Context>,
): AnyResource<Context> {
  return definition as unknown as AnyResource<Context>;
}

/** Defines a data source, with inferred types. */
export function dataSource<A extends Attributes, Context>(
  definition: DataSource<A, Context>,
): AnyDataSource<Context> {
  return definition as unknown as AnyDataSource<Context>;
}

/** Defines an ephemeral resource, with inferred types. */
export function ephemeralResource<A extends Attributes, Context>(
  definition: EphemeralResource<A, Context>,
): AnyEphemeralResource<Context> {
  return definition as unknown as AnyEphemeralResource<Context>;
}

/** Defines a list resource, with inferred types. */
export function listResource<A extends Attributes, Context>(
  definition: ListResource<A, Context>,
): AnyListResource<Context> {
  return definition as unknown as AnyListResource<Context>;
}

/** Defines an action, with inferred types. */
export function action<A extends Attributes, Context>(definition: Action<A, Context>): AnyAction<Context> {
  return definition as unknown as AnyAction<Context>;
}

/** The optional parts of a provider. Without `configure`, the context is an empty object. */
const defaults = {
  attributes: {},
  configure: async () => ({}),
  resources: {},
  dataSources: {},
  ephemeralResources: {},
  actions: {},
  functions: {},
  listResources: {},
};

/** Defines a provider, with inferred types. */
export function provider<A extends Attributes, Context>(
  definition: Omit<Provider<A, Context>, keyof typeof defaults> & Partial<Provider<A, Context>>,
): AnyProvider {
  return { ...defaults, ...definition } as unknown as AnyProvider;
}
