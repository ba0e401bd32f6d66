import type { ClearableRule, Rule } from "./rules";

/**
 * The result of a create without the field: an error, an empty value, a value that the service decides, or the default.
 * `returned` fields are not accepted.
 */
export type Presence = "required" | "optional" | "decided" | "defaulted" | "returned";

/** A field of the objects of a kind. */
export interface Field<T = unknown, P extends Presence = Presence, U extends boolean = boolean> {
  readonly rule: Rule<T>;
  readonly presence: P;
  /** Whether an update accepts the field. */
  readonly isUpdatable: U;
  readonly defaultValue?: T;
}

/** Fields by name. */
export type Fields = Readonly<Record<string, Field>>;

/** A create requires it. */
export function required<T>(rule: Rule<T>): Field<T, "required", true> {
  return { rule, presence: "required", isUpdatable: true };
}

/** A new object without it has an empty value. An update clears it with an empty value, so that no other rule can be optional. */
export function optional<T>(rule: ClearableRule<T>): Field<T, "optional", true> {
  return { rule, presence: "optional", isUpdatable: true };
}

/** For a new object without it, the service decides. */
export function decided<T>(rule: Rule<T>): Field<T, "decided", true> {
  return { rule, presence: "decided", isUpdatable: true };
}

/** A new object without it has the default. */
export function defaulted<T>(rule: Rule<T>, defaultValue: T): Field<T, "defaulted", true> {
  return { rule, presence: "defaulted", isUpdatable: true, defaultValue };
}

/** Updates do not accept it. */
export function fixed<T, P extends Presence>(field: Field<T, P>): Field<T, P, false> {
  return { ...field, isUpdatable: false };
}

/** Only the service sets it. */
export function returned<T>(rule: Rule<T>): Field<T, "returned", false> {
  return { rule, presence: "returned", isUpdatable: false };
}
