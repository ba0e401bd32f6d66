import type { Kind } from "../service/kinds";
import type { ServiceObject } from "../service/responses";

/**
 * The objects of an account, as it is or as it will be. An object that does not exist yet has its address in place of the SID.
 * Missing fields are unknown.
 */
export interface CoveredAccount {
  of<K extends Kind>(kind: K): readonly ServiceObject<K>[];
  /** Whether all objects of the kind are known. */
  isWhole(kind: Kind): boolean;
  /** The SIDs, or else the addresses, of listed hosts, and of monitors whose certificate has an error now. */
  readonly alarms?: ReadonlySet<string>;
  /** Whether all contacts of a group are known, if not all contacts are. */
  hasWholeGroup?(group: string): boolean;
}

/** In place of a SID that is not known. */
export const unknownSid = "?";

/** Known, or not: what depends on something unknown is not called well. */
export type Certainty = "yes" | "no" | "unknown";
