import type { ObjectValue } from "../../terraform";

/**
 * Sorts objects by those attributes, with null as an empty string. The order depends neither on the API nor on the locale.
 */
export function sortedBy<T extends ObjectValue>(objects: readonly T[], ...attributes: string[]): T[] {
  return [...objects].sort((a, b) => {
    const [first] = attributes
      .map((name) => compare(rank(a[name]), rank(b[name])))
      .filter((sign) => sign !== 0);
    return first ?? 0;
  });
}

function rank(value: ObjectValue[string] | undefined): string {
  return value === null || value === undefined ? "" : String(value);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
