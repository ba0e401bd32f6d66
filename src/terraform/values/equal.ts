import { attributeOrder, type Type } from "./type";
import { isFullyKnown, Unknown, type Value } from "./value";

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
    return seen.add(canonicalText(element, value)).size > size;
  });
  return kept.length === values.length ? values : kept;
}

/**
 * A string that two values of one type share if and only if they are equal. The order of set elements does not matter. All
 * unknown values have the same string: check for them first where they must not count as equal.
 */
export function canonicalText(type: Type, value: Value): string {
  if (value === null) return "null";
  if (value instanceof Unknown) return "?";
  switch (type.kind) {
    case "string":
      return textOf(value as string);
    case "number":
    case "bool":
      return String(value);
    case "list":
      return `[${elementTexts(type.element, value as readonly Value[]).join()}]`;
    case "set":
      return `[${elementTexts(type.element, distinct(type.element, value as readonly Value[]))
        .sort()
        .join()}]`;
    case "map":
      return `{${Object.keys(value)
        .map((key) => `${textOf(key)}:${canonicalText(type.element, partOf(value, key))}`)
        .sort()
        .join()}}`;
    case "object":
      return `{${attributeOrder(type.attributes)
        .inOrder.map(({ name, type: attribute }) => canonicalText(attribute, partOf(value, name)))
        .join()}}`;
  }
}

/** Terraform compares texts in Unicode's normal form C. */
function textOf(text: string): string {
  return JSON.stringify(text.normalize());
}

function elementTexts(type: Type, elements: readonly Value[]): string[] {
  return elements.map((element) => canonicalText(type, element));
}

function partOf(value: Value, name: string): Value {
  return (value as { readonly [name: string]: Value })[name] ?? null;
}
