import type { Kind } from "../../../service/kinds";
import type { DeclaredObject, Finding } from "../../comparison/finding";
import type { Names } from "../../output/changed-attribute";
import type { Note } from "../../output/note";
import type { GivenState } from "../../state/read-state";

/** How many objects there are of each sort. */
export interface Counts {
  /** Objects that the states hold, of the kinds compared. */
  readonly declared: number;
  readonly changed: number;
  readonly gone: number;
  readonly undeclared: number;
  /** Findings that the ignore file took away. */
  readonly ignored: number;
  /** Attributes that it took away from findings that are left. */
  readonly ignored_attributes: number;
}

/** What a comparison of an account with Terraform states told. */
export interface Report {
  readonly states: readonly GivenState[];
  /** The kinds compared. */
  readonly kinds: readonly Kind[];
  readonly counts: Counts;
  /** By kind, then by what they are called. */
  readonly findings: readonly Finding[];
  /** Findings that the ignore file took away. */
  readonly ignored: readonly Finding[];
  readonly declared: readonly DeclaredObject[];
  readonly notes: readonly Note[];
  /** What objects are called that the findings name by their SIDs. */
  readonly names: Names;
  /** Requests sent, and those left of the hour if the service told. */
  readonly requests: { readonly sent: number; readonly left?: number };
  /** When reading began and ended, ISO 8601. What is told of a kind was true at one moment between, unless a note says otherwise. */
  readonly read: { readonly from: string; readonly to: string };
}
