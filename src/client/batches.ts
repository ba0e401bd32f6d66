import { setImmediate as nextIteration } from "node:timers/promises";

/** Items per batch. */
const batchSize = 1_000;

/**
 * Yields the items in batches, with an iteration of the event loop in between, so that a resource with tens of thousands of
 * objects does not block others.
 */
export async function* inBatches<T>(items: readonly T[]): AsyncGenerator<readonly T[], void, undefined> {
  for (let begun = 0; begun < items.length; begun += batchSize) {
    if (begun > 0) await nextIteration();
    yield items.slice(begun, begun + batchSize);
  }
}

/** Maps the items in order, in batches. */
export async function mapInBatches<T, R>(items: readonly T[], map: (item: T) => R): Promise<Awaited<R>[]> {
  const mapped: Awaited<R>[] = [];
  for await (const batch of inBatches(items)) mapped.push(...(await Promise.all(batch.map(map))));
  return mapped;
}
