import type { Diagnostics } from "../diagnostics";
import type { Attributes } from "../schema/attribute";
import type { PartialConfig } from "../schema/infer";

/** What has a schema: the provider and each of its members. */
export interface Definition<A extends Attributes = Attributes> {
  readonly description: string;
  readonly deprecated?: string;
  /** The schema version of a resource; defaults to 0. Its `upgrades` convert states of older versions. */
  readonly version?: number;
  readonly attributes: A;
  /** Checks several attributes together. Checks of one attribute belong to its shape. */
  validate?(call: { readonly config: PartialConfig<A>; readonly diagnostics: Diagnostics }): void;
}
