import { inParallel } from "../../../src/provider/managed/in-parallel";

/** Runs items and returns the outcome, and how many ran together at most. */
async function run(count: number, failing: readonly number[] = []) {
  let running = 0;
  let most = 0;
  const items = Array.from({ length: count }, (_, item) => item);
  const outcome = await inParallel(items, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    if (failing.includes(item)) throw new Error(`${item}`);
  });
  const { done, failed, left } = outcome;
  return { done: done.length, failed: failed.map(({ item, thrown }) => `${item}: ${thrown}`), left, most };
}

describe("an operation on many items", () => {
  it("runs for at most ten at a time", async () => {
    expect(await run(25)).toEqual({ done: 25, failed: [], left: [], most: 10 });
    expect(await run(3)).toEqual({ done: 3, failed: [], left: [], most: 3 });
    expect(await run(0)).toEqual({ done: 0, failed: [], left: [], most: 0 });
  });

  it("waits for those that run when one fails, and starts no more", async () => {
    expect(await run(13, [2, 5])).toEqual({
      ...{ done: 8, failed: ["2: Error: 2", "5: Error: 5"], left: [10, 11, 12], most: 10 },
    });
  });
});
