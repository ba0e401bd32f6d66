import type { Kind } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import type { CreateBody } from "./matches-request";

/** What a look-up after a lost answer goes by. */
export interface MatchInput<K extends Kind> {
  readonly body: CreateBody;
  /** The objects of the account that were not there before and belong to nobody in this process. */
  readonly objects: readonly ServiceObject<K>[];
  /** Whether an object is, but for its key, as it was sent. */
  matchesRequest(object: ServiceObject<K>): boolean;
}

/** What a look-up found. */
export interface MatchResult<K extends Kind> {
  /** Objects in the place of the created one: with its key, or with no key that is told. */
  readonly candidates: readonly ServiceObject<K>[];
  /** All that the create made, if that can be told and is complete. */
  readonly created?: readonly ServiceObject<K>[];
  /** Whether that may be only the beginning of what it makes. */
  readonly mayGrow?: boolean;
}
