import type { Attribute, Attributes } from "../schema/attribute";
import type { State } from "../schema/infer";

/** The attributes of an identity: an import must give those that are required, and may give the others. */
export type IdentityAttributes = Readonly<Record<string, Attribute<string, "required" | "optional">>>;

/** The values of an identity, by attribute. */
export type Identity = Readonly<Record<string, string | null>>;

/** Which remote object a resource stands for. It never changes while the object exists (Terraform 1.12, OpenTofu 1.12). */
export interface ResourceIdentity<A extends Attributes, Context> {
  readonly attributes: IdentityAttributes;
  /** @param object.stored the identity so far; null if there is none, as before the first refresh by this provider */
  of(object: {
    readonly state: Partial<State<A>>;
    readonly stored: Identity | null;
    readonly context: Context;
  }): Identity;
}
