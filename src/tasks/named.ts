/** The entry of a table with a name. @throws Error that lists the names of the table, for any other name */
export function named<Entry>(table: Readonly<Record<string, Entry>>, name: string): Entry {
  const entry = Object.hasOwn(table, name) ? table[name] : undefined;
  if (entry === undefined) throw new Error(`"${name}" is not one of: ${Object.keys(table).join(", ")}`);
  return entry;
}

/** Entries in the order of their names. */
export function byName<Entry extends readonly [name: string, ...unknown[]]>(entries: Iterable<Entry>) {
  return [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
}
