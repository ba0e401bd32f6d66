import type { Attribute, Attributes } from "../schema/attribute";
import type { State } from "../schema/infer";

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
