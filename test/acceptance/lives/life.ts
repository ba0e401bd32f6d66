import type { AnyObject, Fields } from "../../../src/emulator/account/objects";
import type { Kind } from "../../../src/service/kinds";

/** SIDs of objects that are in the account from the start and that no configuration here manages. */
export interface Fixtures {
  readonly profiles: readonly string[];
  readonly certificateProfiles: readonly string[];
  readonly groups: readonly string[];
  readonly sources: readonly string[];
}

/** One attribute of one object through its life; undefined leaves it out of the configuration. */
export interface Facet {
  readonly attribute: string;
  readonly first: unknown;
  readonly second: unknown;
  /** A change of the object outside Terraform, in the emulator's fields. */
  readonly drifted: Fields;
  /** The attributes that show the change, if not this one. */
  readonly seen?: readonly string[];
  /** The object that this happens to instead, by its SID. */
  readonly driftOf?: string;
  /** Attributes that change with it, when the configuration changes and when the drift is repaired. */
  readonly along?: { readonly update?: readonly string[]; readonly drift?: readonly string[] };
  readonly replaces?: boolean;
  /** Whether the drift has to come about again before the object can be destroyed. */
  readonly drifts?: "before-destroy";
}

/** A kind of object: what every object needs, and a facet for each attribute, by the name of the object that has it. */
export interface Life {
  readonly type: Kind;
  /** What the service decides for a new object. */
  readonly computed: readonly string[];
  required(name: string, number: number, scenery: Fixtures): Fields;
  facets(scenery: Fixtures): Readonly<Record<string, Facet>>;
  /** The attributes that an import leaves unknown and the next apply sets again, in order. Default: none. */
  unreported?(facet: Facet): readonly string[];
  /** What the account has of an attribute that the configuration leaves out. */
  readonly omitted: Fields;
  /** What the account has of an attribute. */
  kept(object: AnyObject, attribute: string): unknown;
}

/** What most attributes are called in the account: as they are called here. */
export function keptAsNamed(object: AnyObject, attribute: string): unknown {
  return object[attribute];
}

/** The one exception of the kinds that notify. */
export function keptOfNotifying(object: AnyObject, attribute: string): unknown {
  return object[attribute === "contact_groups" ? "contact_group" : attribute];
}
