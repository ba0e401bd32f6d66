import type { Kind } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import type { CreateBody } from "./matches-request";

/** The input for matching objects with a create. */
export interface MatchInput<K extends Kind> {
  readonly body: CreateBody;
  /** The objects of the account that no create before and no other resource of this process has. */
  readonly objects: readonly ServiceObject<K>[];
  /** Whether an object has the sent values, except for its key. */
  matchesRequest(object: ServiceObject<K>): boolean;
}

/** The result of matching. */
export interface MatchResult<K extends Kind> {
  /** Objects with the key of the create, or without a returned key. */
  readonly candidates: readonly ServiceObject<K>[];
  /** All objects of the create, if they are certain and complete. */
  readonly created?: readonly ServiceObject<K>[];
  /** Whether more objects of the create may follow. */
  readonly mayGrow?: boolean;
}
