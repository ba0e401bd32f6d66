/**
 * A value of Terraform's type system, represented as follows:
 *
 * | type           | representation                                                               |
 * |----------------|------------------------------------------------------------------------------|
 * | string         | `string`, in Unicode normal form C                                           |
 * | number         | `number`, within the safe integers                                           |
 * | bool           | `boolean`                                                                    |
 * | list           | array                                                                        |
 * | set            | array without duplicates; the order has no meaning                           |
 * | map, object    | object without prototype, so that a key such as `__proto__` is not special   |
 * | null of any    | `null`                                                                       |
 * | unknown of any | {@link Unknown}                                                              |
 */
export type Value =
  | null
  | string
  | number
  | boolean
  | Unknown
  | readonly Value[]
  | { readonly [name: string]: Value };

/** A value that is known only after apply. */
export class Unknown {
  /** @param refinements what Terraform knows of the value, in MessagePack, which is returned as it was sent */
  constructor(readonly refinements?: Uint8Array) {}
}

/** An unknown value without refinements. */
export const unknown = new Unknown();

/**
 * Whether a value and all its parts are known. Check this before you validate, compare or use a value.
 */
export function isFullyKnown(value: Value): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (value instanceof Unknown) return false;
  if (Array.isArray(value)) return value.every(isFullyKnown);
  return Object.values(value).every(isFullyKnown);
}
