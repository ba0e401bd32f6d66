import type { Kind } from "../../../service/kinds";
import type { ChangedAttribute, Names } from "../../changed-attribute";

/** An object by everything that names it. */
export interface NamedObject {
  readonly kind: Kind;
  /** Its SID; of a subnet, that of the resource. */
  readonly id: string;
  /** What people know it by: its address, hostname or destination; absent where the kind has none or it is not told. */
  readonly key?: string;
  /** Its label; absent where the kind has none or it is not told. */
  readonly name?: string;
}

/** An object that a state holds. */
export interface DeclaredObject extends NamedObject {
  /** Its address in that state. */
  readonly address: string;
  /** What the state is called: a file, a folder, or `standard input`. */
  readonly state: string;
}

/** The account has it otherwise than the state does. */
export interface ChangedObject extends DeclaredObject {
  readonly type: "changed";
  readonly attributes: readonly ChangedAttribute[];
}

/** A state holds it, and the account does not. */
export interface GoneObject extends DeclaredObject {
  readonly type: "gone";
}

/** The account has it, and no given state does. */
export interface UndeclaredObject extends NamedObject {
  readonly type: "undeclared";
  /** Whether it is the account's default of its kind, which every account has. */
  readonly is_default?: true;
}

/** One difference between the account and the states. */
export type Finding = ChangedObject | GoneObject | UndeclaredObject;

/** Something to know that is no difference. */
export interface Note {
  readonly text: string;
  /** The declared object that it is about. */
  readonly address?: string;
}

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

/** A state that was compared. */
export interface GivenState {
  /** What it is called: its file, the folder of its configuration, or `standard input`. */
  readonly name: string;
  /** The file in which it is, or would be if its backend kept it in the folder; absent for standard input. */
  readonly file?: string;
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
