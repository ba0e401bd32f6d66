import type { Range } from "../../../provider/cost";
import type { Json, Names } from "../../output/values";
import type { ObjectType } from "../../plan/own-changes";

/** An attribute that a plan changes. Of a sensitive one no value is told. */
export type PlannedAttribute =
  | { readonly name: string; readonly sensitive: true }
  | {
      readonly name: string;
      readonly before: Json;
      /** Of a set the elements that are known. */
      readonly after: Json;
      /** What is known only after the apply: the value, or so many elements of the set. */
      readonly after_unknown?: true | number;
    };

/** What becomes of an object. `import` takes it over as it is, `move` only calls it otherwise. */
export type ReviewedAction = "create" | "update" | "replace" | "destroy" | "forget" | "import" | "move";

/** A change of the plan to one object. */
export interface ReviewedChange {
  readonly type: ObjectType;
  readonly action: ReviewedAction;
  readonly address: string;
  /** Its SID, if it is there. */
  readonly id?: string;
  /** What people know it by: its address, hostname or destination. */
  readonly key?: string;
  readonly name?: string;
  readonly attributes: readonly PlannedAttribute[];
  /** Why it is replaced: attributes that no update can change, or a reason of Terraform's. */
  readonly replaced_because?: readonly string[];
  /** What the service has recorded of it is lost. */
  readonly loses_history?: true;
  /** Its address before. */
  readonly moved_from?: string;
  /** Taken over from the account, under this name. */
  readonly imported?: string;
}

/** What a warning is about. */
export type WarningKind =
  | "incomplete_plan"
  | "hourly_limit"
  | "destroy_limit"
  | "default_changed"
  | "listed_host"
  | "history_lost"
  | "group_without_contacts"
  | "nothing_checked"
  | "no_expiry_alert"
  | "contact_destroyed"
  | "many_destroyed";

/** Something to think of before the plan is applied. */
export interface Warning {
  readonly kind: WarningKind;
  readonly text: string;
  /** The objects that it is about. */
  readonly addresses: readonly string[];
}

/** What the apply costs, and what there is to spend. */
export interface ApplyCost {
  /** Requests of the apply. */
  readonly requests: Range;
  readonly reads: Range;
  readonly writes: Range;
  readonly check_starts: Range;
  /** Requests that a refresh before it costs at least, which applying a plan file does not make. */
  readonly refresh: number;
  /** Requests allowed in an hour. */
  readonly hourly_limit: number;
  /** Those left of this hour, and the seconds until it ends, if the service told. */
  readonly left?: number;
  readonly reset?: number;
  /** How many are left at least, where the service told only of another limit. */
  readonly left_at_least?: number;
  /** Seconds that the requests take at the limits, without those that wait for checks. */
  readonly seconds: Range;
}

/** What a plan does to an account. */
export interface Review {
  readonly plan: string;
  readonly changes: readonly ReviewedChange[];
  /** What the refresh found changed outside of Terraform. */
  readonly drift: readonly ReviewedChange[];
  readonly warnings: readonly Warning[];
  readonly cost: ApplyCost;
  readonly notes: readonly string[];
  /** What objects are called, by their SIDs. */
  readonly names: Names;
  /** Changes to resources of other providers. */
  readonly others: number;
  /** Requests that the review itself sent. */
  readonly requests_sent: number;
}
