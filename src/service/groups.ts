/** Items by a key, in the order in which keys come first. Node 20 has no `Map.groupBy`. */
export function groupedBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) addTo(groups, keyOf(item), item);
  return groups;
}

/** Adds an item to the group of a key. */
export function addTo<T, K>(groups: Map<K, T[]>, key: K, item: T): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
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
