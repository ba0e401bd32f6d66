import { addressesOf } from "../../../service/same";

/** An item with the first and the last of its addresses, as numbers. */
interface Placed<T> {
  readonly first: number;
  readonly last: number;
  readonly item: T;
}

/** The number of addresses of a block: those of a /24. */
const blockSize = 256;

/**
 * Items by their keys, so that thousands of objects are not compared in pairs. Subnets are ranges and never expanded: those
 * within a /24 are in its block, together with its addresses, and the larger ones apart.
 */
export class KeyIndex<T> {
  readonly #byText = new Map<string, T[]>();
  readonly #blocks = new Map<number, Placed<T>[]>();
  readonly #large: Placed<T>[] = [];

  add(key: string, item: T): void {
    const addresses = addressesOf(key);
    if (addresses === undefined) push(this.#byText, key, item);
    else if (isLarge(addresses)) this.#large.push({ ...addresses, item });
    else push(this.#blocks, blockOf(addresses), { ...addresses, item });
  }

  /** The items with that key, or that share an address with it. */
  near(key: string): readonly T[] {
    const wanted = addressesOf(key);
    if (wanted === undefined) return this.#byText.get(key) ?? [];
    const small = isLarge(wanted)
      ? [...this.#blocks.values()].flat()
      : (this.#blocks.get(blockOf(wanted)) ?? []);
    return [...small, ...this.#large]
      .filter(({ first, last }) => first <= wanted.last && wanted.first <= last)
      .map(({ item }) => item);
  }
}

function isLarge({ first, last }: Omit<Placed<unknown>, "item">): boolean {
  return last - first >= blockSize;
}

function blockOf({ first }: Pick<Placed<unknown>, "first">): number {
  return Math.floor(first / blockSize);
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}
