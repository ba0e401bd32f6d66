import type { Kind } from "../../../../service/kinds";
import type { NamedObject } from "../../../account/names";
import type { Note } from "../../../output/text";
import type { ChangedAttribute, Json } from "../../../output/values";

/** A field of an object with different values in both versions, also when read again. */
export interface Difference extends NamedObject {
  readonly field: string;
  /** The value in version 3.0. */
  readonly legacy: Json;
  /** The value in version 4.0. */
  readonly current: Json;
  readonly reason: string;
  /** Whether a plan would change by it. */
  readonly in_the_way: boolean;
}

/** An object that only one version returns, also when the other is read again. */
export interface OnlyThrough extends NamedObject {
  readonly through: "3.0" | "4.0";
  readonly reason: string;
  /** Whether a plan would change by it. */
  readonly in_the_way: boolean;
}

/** An object of a state that is not in the account as the state has it, through version 4.0. */
export interface StateDifference extends NamedObject {
  readonly address: string;
  readonly state: string;
  readonly type: "changed" | "gone";
  /** `switch` if version 3.0 returns it as in the state, `drift` if it differs there too. */
  readonly cause: "switch" | "drift";
  readonly attributes: readonly ChangedAttribute[];
}

/** Something that version 4.0 has and 3.0 lacks. */
export interface Available {
  readonly kind: Kind;
  /** The field, or null for the kind. */
  readonly field: string | null;
  /** The value of the field that 3.0 lacks, or null for all. */
  readonly value: string | null;
  /** How many objects of the account have it already. */
  readonly used: number;
}

/** How many objects of a kind each interface shows. */
interface KindCount {
  readonly kind: Kind;
  readonly legacy: number;
  readonly current: number;
}

/** The comparison of both versions. */
export interface MigrationReport {
  /** Whether a plan without changes in version 3.0 has none in 4.0, as far as the account and the states show. */
  readonly plans_empty: boolean;
  readonly kinds: readonly KindCount[];
  readonly differences: readonly Difference[];
  readonly only: readonly OnlyThrough[];
  readonly states: readonly string[];
  /** How many objects the states hold. */
  readonly declared: number;
  readonly state_differences: readonly StateDifference[];
  readonly available: readonly Available[];
  readonly notes: readonly Note[];
  readonly requests: { readonly legacy: number; readonly current: number };
}
