import type { Kind } from "../../../../service/kinds";
import type { NamedObject } from "../../../account/names";
import type { Note } from "../../../output/text";
import type { ChangedAttribute, Json } from "../../../output/values";

/** A field of an object that the two interfaces tell differently, also when both are asked again. */
export interface Difference extends NamedObject {
  readonly field: string;
  /** What version 3.0 tells. */
  readonly legacy: Json;
  /** What version 4.0 tells. */
  readonly current: Json;
  readonly reason: string;
  /** Whether a plan would change by it. */
  readonly in_the_way: boolean;
}

/** An object that only one of the interfaces shows, also when the other is asked again. */
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
  /** `switch` when version 3.0 tells it as the state has it, `drift` when it differs there, too. */
  readonly cause: "switch" | "drift";
  readonly attributes: readonly ChangedAttribute[];
}

/** Something that version 4.0 has and 3.0 lacks. */
export interface Available {
  readonly kind: Kind;
  /** The field, or null for the whole kind. */
  readonly field: string | null;
  /** The value of the field that 3.0 lacks, or null for all. */
  readonly value: string | null;
  /** How many objects of the account have it already. */
  readonly used: number;
}

/** How many objects of a kind each interface shows. */
export interface KindCount {
  readonly kind: Kind;
  readonly legacy: number;
  readonly current: number;
}

/** What a comparison of the interfaces told. */
export interface MigrationReport {
  /** Whether a plan that is empty with version 3.0 is empty with 4.0, as far as the account and the states tell. */
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
