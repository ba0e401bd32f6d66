import { canonicalText } from "./canonical-text";
import { isFullyKnown } from "./known";
import type { Type } from "./type";
import type { Value } from "./value";

/**
 * The elements of a set, each once, the first of equals kept, in their order. Elements that hold an unknown
 * are all kept, as Terraform keeps them: they may turn out to differ.
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
