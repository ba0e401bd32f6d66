import type { AccountFacts } from "../account-facts";
import type { Configuration } from "../plan/configured";
import type { OwnChange } from "../plan/own-changes";
import type { World } from "../plan/world";
import type { Warning } from "../report";

/** What warnings are found in. */
export interface Subject {
  readonly changes: readonly OwnChange[];
  readonly world: World;
  readonly facts: AccountFacts;
  readonly configurationOf: (address: string) => Configuration;
}

/** Finds what there is to warn of in one respect. */
export type Finder = (subject: Subject) => readonly Warning[];
