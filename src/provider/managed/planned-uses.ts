import type { Kind } from "../../service/kinds";

/** The references between the objects of a plan. Terraform plans in any order, so each side looks for the other. */
export class PlannedUses {
  /** The objects that are not destroyed, by the SIDs to which they refer before the apply. */
  readonly users = new Map<string, string[]>();
  /** The destroyed objects by SID, until one that uses them is known. */
  readonly destroyed = new Map<string, NamedObject>();
}

/** An object with its quoted name, or none. */
export interface NamedObject {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
}
