import type { Unknown } from "../values/value";
import type { Attribute, Attributes } from "./attribute";

/** A value that may be unknown as a whole or in part. */
export type PerhapsUnknown<T> =
  | Unknown
  | (T extends string | number | boolean | null
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

/** A resource in state: fully known. Optional and computed attributes may be null. */
export type State<A extends Attributes> = { readonly [K in keyof A]: Held<A[K]> };

/** A configuration with values that may be unknown. */
export type PartialConfig<A extends Attributes> = {
  readonly [K in keyof A]: PerhapsUnknown<Configured<A[K]>>;
};

/** A fully known configuration. */
export type Config<A extends Attributes> = { readonly [K in keyof A]: Configured<A[K]> };

/** A planned resource with values that may be unknown. A resource's `plan` function may assign to it. */
export type Plan<A extends Attributes> = { [K in keyof A]: PerhapsUnknown<Held<A[K]>> };

/** A planned resource during apply: configured values are known, computed values may be unknown. */
export type AppliedPlan<A extends Attributes> = { readonly [K in keyof A]: Applied<A[K]> };
