import * as fc from "fast-check";
import { combinations } from "./pairwise";

const dimensions = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 3 }),
  fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 5 }),
  { minKeys: 2, maxKeys: 5, noNullPrototype: true },
);

describe("combinations", () => {
  it("have every pair of values of two dimensions", () => {
    fc.assert(
      fc.property(dimensions, (paired) => {
        const rows = combinations(paired, {});
        for (const [a, as] of Object.entries(paired)) {
          for (const [b, bs] of Object.entries(paired)) {
            if (a === b) continue;
            for (const x of as)
              for (const y of bs) expect(rows.some((row) => row[a] === x && row[b] === y)).toBe(true);
          }
        }
      }),
    );
  });

  it("have every value of the dimensions that are not paired, and a value of each dimension", () => {
    const rows = combinations({ a: [1, 2], b: [1, 2, 3] }, { c: [1, 2, 3, 4], d: [1, 2, 3], e: [1, 2, 3] });
    expect(new Set(rows.map(({ c }) => c))).toEqual(new Set([1, 2, 3, 4]));
    expect(new Set(rows.map(({ d }) => d))).toEqual(new Set([1, 2, 3]));
    expect(new Set(rows.map(({ e }) => e))).toEqual(new Set([1, 2, 3]));
    for (const row of rows) expect(Object.keys(row).sort()).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("are little more than the product of the two largest dimensions", () => {
    const rows = combinations(
      { a: [1, 2, 3, 4, 5, 6], b: [1, 2, 3], c: [1, 2, 3], d: [1, 2], e: [1, 2] },
      {},
    );
    expect(rows.length).toBeLessThan(24);
  });
});
