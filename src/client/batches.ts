import { setImmediate as turn } from "node:timers/promises";

/** So many are done before everything else that waits in the process has its turn. */
const mostInTurn = 1_000;

/**
 * The items in groups. Between groups the event loop has a turn: a resource that stands for tens of thousands of objects
 * must not keep the answers of other resources waiting.
 */
export async function* inBatches<T>(items: readonly T[]): AsyncGenerator<readonly T[], void, undefined> {
  for (let begun = 0; begun < items.length; begun += mostInTurn) {
    if (begun > 0) await turn();
    yield items.slice(begun, begun + mostInTurn);
  }
}

/** What a function makes of each item, in their order, with turns of the event loop in between. */
export async function mapInBatches<T, R>(items: readonly T[], map: (item: T) => R): Promise<Awaited<R>[]> {
  const made: Awaited<R>[] = [];
  for await (const some of inBatches(items))
    for (const one of await Promise.all(some.map(map))) made.push(one);
  return made;
}
