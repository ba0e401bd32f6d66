import { Decimal } from "./decimal";
import { Dynamic, Unknown, type Value } from "./value";

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
