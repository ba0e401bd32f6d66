/** Dimensions by name, each with its values. */
type Dimensions = Readonly<Record<string, readonly unknown[]>>;

/** One value for each dimension. */
export type Combination<D extends Dimensions> = { readonly [N in keyof D]: D[N][number] };

/**
 * Combinations of values in which every pair of values of two dimensions of `paired`, and every value of `single`,
 * occurs at least once. They are the same at every call. Made greedily: few, not the fewest.
 */
export function combinations<P extends Dimensions, S extends Dimensions>(
  paired: P,
  single: S,
): (Combination<P> & Combination<S>)[] {
  const rows = pairwise(Object.entries(paired)).map((row) => Object.fromEntries(row));
  // Each walks at a pace of its own, so that two of them do not go through their values side by side.
  const walks = Object.entries(single).map(([name, values], index) => ({
    name,
    values,
    pace: 1 + (index % 3),
  }));
  const length = Math.max(rows.length, ...walks.map(({ values, pace }) => values.length * pace));
  const all = Array.from({ length }, (_, index) => ({
    ...rows[index % Math.max(rows.length, 1)],
    ...Object.fromEntries(
      walks.map(({ name, values, pace }) => [name, values[Math.floor(index / pace) % values.length]]),
    ),
  }));
  return all as unknown as (Combination<P> & Combination<S>)[];
}

type Row = readonly (readonly [name: string, value: unknown])[];

function pairwise(dimensions: readonly (readonly [string, readonly unknown[]])[]): Row[] {
  const open = new Map<string, Row>();
  for (const [index, [name, values]] of dimensions.entries()) {
    for (const [other, others] of dimensions.slice(index + 1)) {
      for (const value of values) {
        for (const another of others) {
          const pair: Row = [
            [name, value],
            [other, another],
          ];
          open.set(JSON.stringify(pair), pair);
        }
      }
    }
  }
  const rows: Row[] = [];
  for (let seed = open.values().next(); !seed.done; seed = open.values().next()) {
    const row = filled(dimensions, seed.value, open);
    for (const pair of pairsOf(row)) open.delete(JSON.stringify(pair));
    rows.push(row);
  }
  return rows;
}

/** A row that has the pair `seed`, and in every other dimension the value that covers most open pairs. */
function filled(
  dimensions: readonly (readonly [string, readonly unknown[]])[],
  seed: Row,
  open: ReadonlyMap<string, Row>,
): Row {
  let chosen = new Map(seed);
  for (const [name, values] of dimensions) {
    if (chosen.has(name)) continue;
    const candidates = values.map((value) => {
      const row = inOrder(dimensions, new Map([...chosen, [name, value]]));
      return { row, gain: pairsOf(row).filter((pair) => open.has(JSON.stringify(pair))).length };
    });
    const best = candidates.reduce((a, b) => (b.gain > a.gain ? b : a));
    chosen = new Map(best.row);
  }
  return inOrder(dimensions, chosen);
}

function inOrder(
  dimensions: readonly (readonly [string, unknown])[],
  row: ReadonlyMap<string, unknown>,
): Row {
  return dimensions.flatMap(([name]) => (row.has(name) ? [[name, row.get(name)] as const] : []));
}

function pairsOf(row: Row): Row[] {
  return row.flatMap((one, index) => row.slice(index + 1).map((other) => [one, other]));
}
