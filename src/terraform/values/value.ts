import { Decimal } from "./decimal";
import type { Type } from "./type";

/**
 * A value of Terraform's type system, represented as follows:
 *
 * | type            | representation                                                                     |
 * |-----------------|-----------------------------------------------------------------------------|
 * | string          | `string`, in Unicode normal form C                                            |
 * | number          | `number` where its shortest decimal text is exact, else {@link Decimal}       |
 * | bool            | `boolean`                                                                   |
 * | list, tuple     | array                                                                       |
 * | set             | array without duplicates; the order has no meaning                          |
 * | map, object     | object without prototype, so that a key such as `__proto__` is not special  |
 * | dynamic         | {@link Dynamic}: the value with its current type                        |
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

/** The refinements of an unknown value: values by integer key, as Terraform sent them. */
export type Refinements = ReadonlyMap<number, unknown>;

/** A value that is known only after apply, with optional refinements. */
export class Unknown {
  constructor(readonly refinements?: Refinements) {}
}

/** An unknown value without refinements. */
export const unknown = new Unknown();

/** A value of dynamic type, with its actual type. */
export class Dynamic {
  constructor(
    readonly type: Type,
    readonly value: Value,
  ) {}
}

/**
 * Whether a value and all its parts are known. Check this before you validate, compare or use a value.
 */
export function isFullyKnown(value: Value): boolean {
  if (typeof value !== "object" || value === null || value instanceof Decimal) return true;
  if (value instanceof Unknown) return false;
  if (value instanceof Dynamic) return isFullyKnown(value.value);
  if (Array.isArray(value)) return value.every(isFullyKnown);
  return Object.values(value).every(isFullyKnown);
}
