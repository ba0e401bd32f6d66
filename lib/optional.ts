import type { TerraformMetaArguments } from "cdktf";

/** The properties of a type, all optional. Each may also be undefined, as `exactOptionalPropertyTypes` requires to be declared. */
export type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Terraform's arguments for every resource and data source. */
export type MetaArguments = Optional<TerraformMetaArguments>;
