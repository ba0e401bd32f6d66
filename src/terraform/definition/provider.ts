import type { Diagnostics } from "../diagnostics";
import type { Attributes } from "../schema/attribute";
import type { PartialConfig } from "../schema/infer";
import type {
  Action,
  DataSource,
  Definition,
  EphemeralResource,
  ListResource,
  ProviderFunction,
  Resource,
} from "./definition";

/** Collects secrets, and removes them from messages. */
export interface SecretKeeper {
  add(secrets: readonly string[]): void;
  /** Returns the text without the secrets. */
  hide(text: string): string;
}

/** A provider: its configuration, and its resources and other members by full type name. */
export interface Provider<A extends Attributes = Attributes, Context = unknown> extends Definition<A> {
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
  readonly resources: Readonly<Record<string, Resource<Attributes, Context>>>;
  readonly dataSources: Readonly<Record<string, DataSource<Attributes, Context>>>;
  readonly ephemeralResources: Readonly<Record<string, EphemeralResource<Attributes, Context>>>;
  readonly actions: Readonly<Record<string, Action<Attributes, Context>>>;
  readonly functions: Readonly<Record<string, ProviderFunction>>;
  /** By the name of a resource with an identity. */
  readonly listResources: Readonly<Record<string, ListResource<Attributes, Context>>>;
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
): Provider {
  return { ...defaults, ...definition } as unknown as Provider;
}
