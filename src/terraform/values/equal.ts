import { canonicalText } from "./canonical-text";
import type { Type } from "./type";
import { isFullyKnown, type Value } from "./value";

/**
 * Whether two values of one type are deeply equal. The order of set elements does not matter. An unknown value is equal to
 * nothing, not even itself.
 */
export function equal(type: Type, a: Value, b: Value): boolean {
  // A value that is identical to a fully known value is fully known.
  return isFullyKnown(a) && identical(type, a, b);
}

/**
 * Like {@link equal}, except that unknown values are identical to each other, whatever their refinements.
 */
export function identical(type: Type, a: Value, b: Value): boolean {
  return a === b || canonicalText(type, a) === canonicalText(type, b);
}
