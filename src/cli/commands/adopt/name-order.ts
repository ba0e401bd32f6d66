const collator = new Intl.Collator("en", { numeric: true });

/** Names in the order in which people count: `mx_2` before `mx_10`. */
export function byName(a: string, b: string): number {
  const order = collator.compare(a, b);
  if (order !== 0 || a === b) return order;
  return a < b ? -1 : 1;
}
