import type { Diagnostics } from "../diagnostics";
import type { Attributes } from "../schema/attribute";
import type { PartialConfig } from "../schema/infer";

/** The version of every schema. States of other versions are refused. */
export const schemaVersion = 0;

/** The provider, or one of its members. */
export interface Definition<A extends Attributes = Attributes> {
  readonly description: string;
  readonly attributes: A;
  /** Checks several attributes together. Checks of one attribute belong to its shape. */
  validate?(call: { readonly config: PartialConfig<A>; readonly diagnostics: Diagnostics }): void;
}
