import type { TerraformMetaArguments } from "cdktf";

/** The properties of a type, all optional. Each may also be undefined, as `exactOptionalPropertyTypes` requires to be declared. */
export type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Terraform's arguments for every resource and data source. */
export type MetaArguments = Optional<TerraformMetaArguments>;

/** The arguments of every resource that are not attributes. */
export interface ResourceArguments extends MetaArguments {
  /**
   * To keep the object: the path that the construct had below its stack, such as `team/relay`. Writes the `moved` blocks of the
   * construct and of all in it. You can remove it after the next apply.
   */
  readonly formerly?: string | undefined;
}
