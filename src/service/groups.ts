/** Items by a key, in the order in which keys come first. Node 20 has no `Map.groupBy`. */
export function groupedBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Objects by their ids: each once, in its last state. */
export function distinct<T extends { readonly id: string }>(objects: readonly T[]): T[] {
  return [...new Map(objects.map((object) => [object.id, object])).values()];
}

/** How often each item occurs. */
export function occurrences<T>(items: Iterable<T>): ReadonlyMap<T, number> {
  const counts = new Map<T, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}
