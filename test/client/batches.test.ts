import { inBatches, mapInBatches } from "../../src/client/batches";

it("other work, such as a signal's, is done after each thousand items", async () => {
  let mapped = 0;
  const seen: number[] = [];
  const look = () => {
    seen.push(mapped);
    if (mapped < 3_500) setImmediate(look);
  };
  setImmediate(look);
  const items = Array.from({ length: 3_500 }, (_, n) => n);
  const count = (n: number) => {
    mapped += 1;
    return n;
  };
  expect(await mapInBatches(items, count)).toEqual(items);
  expect(seen.filter((number) => number < 3_500)).toEqual([1_000, 2_000, 3_000]);
});

it.each([
  [0, []],
  [1, [1]],
  [1_000, [1_000]],
  [2_000, [1_000, 1_000]],
  [2_001, [1_000, 1_000, 1]],
])("%i items are yielded in batches of %j", async (count, expected) => {
  const sizes: number[] = [];
  for await (const batch of inBatches(Array.from({ length: count }))) sizes.push(batch.length);
  expect(sizes).toEqual(expected);
});
