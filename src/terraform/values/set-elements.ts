import { canonicalText } from "./canonical-text";
import type { Type } from "./type";
import { isFullyKnown, type Value } from "./value";

/**
 * Removes duplicates of set elements; the first of equal elements stays. Elements with unknown values all stay, as in
 * Terraform: they may become different.
 */
export function distinct(element: Type, values: readonly Value[]): readonly Value[] {
  if (values.length < 2) return values;
  const seen = new Set<string>();
  const kept = values.filter((value) => {
    if (!isFullyKnown(value)) return true;
    const size = seen.size;
    return seen.add(typeof value === "string" ? `"${value}` : canonicalText(element, value)).size > size;
  });
  return kept.length === values.length ? values : kept;
}
