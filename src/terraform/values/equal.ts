import { canonicalText } from "./canonical-text";
import { isFullyKnown } from "./known";
import type { Type } from "./type";
import type { Value } from "./value";

/**
 * Whether two values of one type are known to be equal: deeply, sets by their elements whatever the order.
 * An unknown equals nothing, not even itself, since it may become anything.
 */
export function equal(type: Type, a: Value, b: Value): boolean {
  // What reads the same as a known value has no unknown in it either.
  return isFullyKnown(a) && identical(type, a, b);
}

/**
 * Whether two values of one type read the same: as {@link equal}, but an unknown is like any other unknown in
 * its place, whatever else is known of either.
 */
export function identical(type: Type, a: Value, b: Value): boolean {
  return a === b || canonicalText(type, a) === canonicalText(type, b);
}
