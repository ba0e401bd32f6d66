import type { NamedObject } from "../account/names";
import type { ChangedAttribute } from "../output/changed-attribute";

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
