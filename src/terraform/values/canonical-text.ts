import { attributeOrder } from "./attribute-order";
import { Decimal, numberText } from "./decimal";
import type { Type } from "./type";
import { typeToJson } from "./type-json";
import { Dynamic, isFullyKnown, Unknown, type Value } from "./value";

/**
 * A string that two values of one type share if and only if they are equal. The order of set elements does not matter. All
 * unknown values have the same string: check for them first where they must not count as equal.
 */
export function canonicalText(type: Type, value: Value): string {
  if (value === null) return "null";
  if (value instanceof Unknown) return "?";
  switch (type.kind) {
    case "string":
      return JSON.stringify(value);
    case "number":
      return typeof value === "number" || value instanceof Decimal ? numberText(value) : "";
    case "bool":
      return String(value);
    case "dynamic":
      return value instanceof Dynamic
        ? `<${JSON.stringify(typeToJson(value.type))}${canonicalText(value.type, value.value)}>`
        : "";
    case "list":
      return `[${elementTexts(type.element, value as readonly Value[]).join()}]`;
    case "set":
      return `[${setTexts(type.element, value as readonly Value[])
        .sort()
        .join()}]`;
    case "tuple":
      return `[${type.elements.map((element, i) => canonicalText(element, partOf(value, i))).join()}]`;
    case "map":
      return `{${Object.keys(value)
        .sort()
        .map((key) => `${JSON.stringify(key)}:${canonicalText(type.element, partOf(value, key))}`)
        .join()}}`;
    case "object":
      return `{${attributeOrder(type.attributes)
        .inOrder.map(({ name, type: attribute }) => canonicalText(attribute, partOf(value, name)))
        .join()}}`;
  }
}

function elementTexts(type: Type, elements: readonly Value[]): string[] {
  return elements.map((element) => canonicalText(type, element));
}

/** Equal elements count once, unless they contain unknown values, as these may become different. */
function setTexts(type: Type, elements: readonly Value[]): string[] {
  const texts = elementTexts(type, elements);
  const distinct = new Set(texts);
  if (distinct.size === texts.length) return texts;
  const notFullyKnown = texts.filter((_, i) => !isFullyKnown(elements[i] ?? null));
  for (const text of notFullyKnown) distinct.delete(text);
  return [...distinct, ...notFullyKnown];
}

function partOf(value: Value, name: string | number): Value {
  return (value as { readonly [name: string | number]: Value })[name] ?? null;
}
