import type { Kind } from "../../../service/kinds";
import type { DeclaredObject, Finding } from "../../comparison/finding";
import type { Note } from "../../output/text";
import type { Names } from "../../output/values";
import type { StateName } from "../../state/read-state";
import type { Program } from "../../terraform-program";

/** How many objects there are of each sort. */
export interface Counts {
  /** Objects that the states hold, of the kinds compared. */
  readonly declared: number;
  readonly changed: number;
  readonly gone: number;
  readonly undeclared: number;
  /** Unmanaged default objects, which every account has: not findings. */
  readonly defaults: number;
  /** Findings that the ignore file hides. */
  readonly ignored: number;
  /** Attributes that it hides in the other findings. */
  readonly ignored_attributes: number;
}

/** The comparison of an account with Terraform states. */
export interface Report {
  readonly states: readonly StateName[];
  /** The kinds compared. */
  readonly kinds: readonly Kind[];
  readonly counts: Counts;
  /** By kind, then by what they are called. */
  readonly findings: readonly Finding[];
  /** Findings that the ignore file hides. */
  readonly ignored: readonly Finding[];
  readonly declared: readonly DeclaredObject[];
  readonly notes: readonly Note[];
  /** The names of objects to which findings refer by SID. */
  readonly names: Names;
  /** The arguments of the command that select the same objects again. */
  readonly again?: readonly string[];
  /** The program that the user runs. Default: terraform. */
  readonly program?: Program;
  /** Requests sent, and those left in this hour if the service reported them. */
  readonly requests: { readonly sent: number; readonly left?: number };
  /** When reading began and ended, ISO 8601. The objects of a kind are consistent at one moment between, unless a note says otherwise. */
  readonly read: { readonly from: string; readonly to: string };
}
