import type { Decimal } from "./decimal";
import type { Type } from "./type";

/**
 * A value of Terraform's type system as this kit holds it. What each type looks like:
 *
 * | type            | held as                                                                     |
 * |-----------------|-----------------------------------------------------------------------------|
 * | string          | `string`, in Unicode normal form C                                            |
 * | number          | `number` where its shortest decimal text is exact, else {@link Decimal}       |
 * | bool            | `boolean`                                                                   |
 * | list, tuple     | array                                                                       |
 * | set             | array without duplicates, in no order that means anything                   |
 * | map, object     | object without prototype, so that a key such as `__proto__` is only a key    |
 * | dynamic         | {@link Dynamic}: the value beside the type it has now                        |
 * | null of any     | `null`                                                                      |
 * | unknown of any  | {@link Unknown}                                                             |
 */
export type Value =
  | null
  | string
  | number
  | boolean
  | Decimal
  | Unknown
  | Dynamic
  | readonly Value[]
  | { readonly [name: string]: Value };

/** What is known of an unknown value, in msgpack's terms: refinement key to its value, as Terraform sent it. */
export type Refinements = ReadonlyMap<number, unknown>;

/** A value that is known only after apply, with what Terraform could already say of it. */
export class Unknown {
  constructor(readonly refinements?: Refinements) {}
}

/** The unknown value of which nothing is known. */
export const unknown = new Unknown();

/** The value of an attribute or element of dynamic type: a value with the type it happens to have. */
export class Dynamic {
  constructor(
    readonly type: Type,
    readonly value: Value,
  ) {}
}
