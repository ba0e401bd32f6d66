import type { Range } from "../../../provider/cost";
import type { Style } from "../../output/terminal";
import type { Json, Names } from "../../output/values";
import type { ObjectType } from "../../plan/own-changes";

/** An attribute that a plan changes; without values if it is sensitive. */
export type PlannedAttribute =
  | { readonly name: string; readonly sensitive: true }
  | {
      readonly name: string;
      readonly before: Json;
      /** Of a set the elements that are known. */
      readonly after: Json;
      /** Known only after the apply: the value, or this many elements of the set. */
      readonly after_unknown?: true | number;
    };

/** The action on an object. `import` adds it to the state, `move` changes its address. */
export type ReviewedAction = "create" | "update" | "replace" | "destroy" | "forget" | "import" | "move";

/** How reports show each action. The lower the rank, the worse it is. */
export const actionLooks: Readonly<
  Record<ReviewedAction, { readonly label: string; readonly style: Style; readonly rank: number }>
> = {
  create: { label: "added", style: "green", rank: 4 },
  update: { label: "changed", style: "yellow", rank: 2 },
  replace: { label: "replaced", style: "red", rank: 1 },
  destroy: { label: "destroyed", style: "red", rank: 0 },
  forget: { label: "forgotten", style: "yellow", rank: 3 },
  import: { label: "imported", style: "green", rank: 5 },
  move: { label: "moved", style: "dim", rank: 6 },
};

/** A change of the plan to one object. */
export interface ReviewedChange {
  readonly type: ObjectType;
  readonly action: ReviewedAction;
  readonly address: string;
  /** Its SID, if it is there. */
  readonly id?: string;
  /** Its natural key: address, hostname or destination. */
  readonly key?: string;
  readonly name?: string;
  readonly attributes: readonly PlannedAttribute[];
  /** Why it is replaced: attributes that no update can change, or a reason of Terraform's. */
  readonly replaced_because?: readonly string[];
  /** It loses its history. */
  readonly loses_history?: true;
  /** Its address before. */
  readonly moved_from?: string;
  /** Imported by this id. */
  readonly imported?: string;
}

/** The subject of a warning. */
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

/** A warning about the plan. */
export interface Warning {
  readonly kind: WarningKind;
  readonly text: string;
  /** The objects that it is about. */
  readonly addresses: readonly string[];
}

/** The cost of the apply, and the remaining requests. */
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
  /** Requests left in this hour, and the seconds until it ends, if the service reported them. */
  readonly left?: number;
  readonly reset?: number;
  /** How many are left at least, if the service reported only another limit. */
  readonly left_at_least?: number;
  /** Seconds that the requests take at the limits, without those that wait for checks. */
  readonly seconds: Range;
}

/** The review of a plan. */
export interface Review {
  readonly plan: string;
  readonly changes: readonly ReviewedChange[];
  /** Changes outside of Terraform that the refresh found. */
  readonly drift: readonly ReviewedChange[];
  readonly warnings: readonly Warning[];
  readonly cost: ApplyCost;
  readonly notes: readonly string[];
  /** The names of objects, by their SIDs. */
  readonly names: Names;
  /** Changes to resources of other providers. */
  readonly others: number;
  /** Requests that the review itself sent. */
  readonly requests_sent: number;
}
