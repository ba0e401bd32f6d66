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
  /** A paragraph that says what the field is. A list in it explains the values. */
  readonly about: string;
  /** Sentences that say how to set it, in addition to those of the rule, the default and the effect of a change. */
  readonly setting: readonly string[];
  /** The name of its attribute, if that differs. */
  readonly attribute?: string;
  /** Whether the service may accept a value and serve another one (docs/design/open-points.md#25). */
  readonly isFixedByPlan?: true;
  /** Whether a write to another object may change the value (docs/design/api.md#contact-group: one object is the default). */
  readonly isMovable?: true;
}

/** Fields by name. */
export type Fields = Readonly<Record<string, Field>>;

/** The sentences of a field: what it is, and how to set it. */
type Sentences = readonly [about: string, ...setting: string[]];

/** A field that an update accepts. */
function updatable<P extends Presence>(presence: P) {
  return <T>(rule: Rule<T>, ...[about, ...setting]: Sentences): Field<T, P, true> => ({
    rule,
    presence,
    isUpdatable: true,
    about,
    setting,
  });
}

/** A create requires it. */
export const required = updatable("required");

/** For a new object without it, the service decides. */
export const decided = updatable("decided");

/** A new object without it has an empty value. An update clears it with an empty value, so that no other rule can be optional. */
export const optional: <T>(rule: ClearableRule<T>, ...sentences: Sentences) => Field<T, "optional", true> =
  updatable("optional");

/** A new object without it has the default. */
export function defaulted<T>(rule: Rule<T>, defaultValue: T, ...sentences: Sentences) {
  return { ...updatable("defaulted")(rule, ...sentences), defaultValue };
}

/** Updates do not accept it. */
export function fixed<T, P extends Presence>(field: Field<T, P>): Field<T, P, false> {
  return { ...field, isUpdatable: false };
}

/** Only the service sets it. */
export function returned<T>(rule: Rule<T>, about: string): Field<T, "returned", false> {
  return { rule, presence: "returned", isUpdatable: false, about, setting: [] };
}

/** Its attribute has another name. */
export function named<const N extends string, F extends Field>(attribute: N, field: F) {
  return { ...field, attribute };
}

/** The account's plan may fix the value (docs/design/open-points.md#25). */
export function fixedByPlan<F extends Field>(field: F): F & { readonly isFixedByPlan: true } {
  return { ...field, isFixedByPlan: true };
}
