import type { Decimal } from "../values/decimal";
import type { Dynamic, Unknown } from "../values/value";
import type { Attribute, Attributes } from "./attribute";

/** A value of which any part may be unknown. */
export type PerhapsUnknown<T> =
  | Unknown
  | (T extends string | number | boolean | null | Decimal | Dynamic
      ? T
      : T extends readonly (infer E)[]
        ? readonly PerhapsUnknown<E>[]
        : { readonly [K in keyof T]: PerhapsUnknown<T[K]> });

type Held<A> =
  A extends Attribute<infer T, infer P> ? (P extends "required" | "defaulted" ? T : T | null) : never;
type Configured<A> = A extends Attribute<infer T, infer P> ? (P extends "required" ? T : T | null) : never;
type Applied<A> =
  A extends Attribute<infer T, infer P>
    ? P extends "computed" | "optional_computed"
      ? T | null | Unknown
      : Held<A>
    : never;

/** A resource as it is kept in state: everything known; what is optional or computed may be null. */
export type State<A extends Attributes> = { readonly [K in keyof A]: Held<A[K]> };

/** A resource as the user wrote it, while parts may be unknown. */
export type PartialConfig<A extends Attributes> = {
  readonly [K in keyof A]: PerhapsUnknown<Configured<A[K]>>;
};

/** A resource as the user wrote it, once everything is known. */
export type Config<A extends Attributes> = { readonly [K in keyof A]: Configured<A[K]> };

/** A resource as it is planned, while parts may be unknown. A resource's plan rule may assign to it. */
export type Plan<A extends Attributes> = { [K in keyof A]: PerhapsUnknown<Held<A[K]>> };

/** A resource as it is applied: what the user set is known, what the service decides may be unknown. */
export type AppliedPlan<A extends Attributes> = { readonly [K in keyof A]: Applied<A[K]> };
