import type { Fields } from "../../../src/emulator/account/objects";
import type { Kind } from "../../../src/service/kinds";
import type { Refer } from "../../objects";

/** Objects that are in the account from the start and that no configuration here manages: SIDs, and the numbers by which examples refer to them. */
export interface Fixtures {
  readonly profiles: readonly string[];
  readonly certificateProfiles: readonly string[];
  readonly groups: readonly string[];
  readonly refer: Refer;
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
  required(number: number, refer: Refer): Fields;
  facets(refer: Refer): Readonly<Record<string, Facet>>;
  /** The attributes that an import leaves unknown and the next apply sets again, in order. Default: none. */
  unreported?(facet: Facet): readonly string[];
  /** What the account has of an attribute that the configuration leaves out. */
  readonly omitted: Fields;
}
