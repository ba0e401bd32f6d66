import { addTo } from "../../../service/groups";
import { addressesOf } from "../../../service/same";

/** The first and the last of some addresses, as numbers. */
type Range = NonNullable<ReturnType<typeof addressesOf>>;

/** An item with its addresses. */
interface Placed<T> extends Range {
  readonly item: T;
}

/** The number of addresses of a block: those of a /24. */
const blockSize = 256;

/**
 * Items by their keys, so that thousands of objects are not compared in pairs. A single address is found by itself. Subnets are
 * ranges and never expanded: those within a /24 are in its block, and the larger ones apart.
 */
export class KeyIndex<T> {
  readonly #byText = new Map<string, T[]>();
  readonly #byAddress = new Map<number, T[]>();
  readonly #subnets = new Map<number, Placed<T>[]>();
  readonly #large: Placed<T>[] = [];

  add(key: string, item: T): void {
    const addresses = addressesOf(key);
    if (addresses === undefined) addTo(this.#byText, key, item);
    else if (sizeOf(addresses) === 1) addTo(this.#byAddress, addresses.first, item);
    else if (sizeOf(addresses) > blockSize) this.#large.push({ ...addresses, item });
    else addTo(this.#subnets, blockOf(addresses), { ...addresses, item });
  }

  /** The items with that key, or that share an address with it. */
  near(key: string): readonly T[] {
    const wanted = addressesOf(key);
    if (wanted === undefined) return this.#byText.get(key) ?? [];
    const isLarge = sizeOf(wanted) > blockSize;
    const small = isLarge ? [...this.#subnets.values()].flat() : (this.#subnets.get(blockOf(wanted)) ?? []);
    const ranges = [...small, ...this.#large].filter(
      ({ first, last }) => first <= wanted.last && wanted.first <= last,
    );
    return [...this.#withAddressIn(wanted), ...ranges.map(({ item }) => item)];
  }

  /** The items of the single addresses in a range: each address is looked up, unless there are fewer items. */
  #withAddressIn({ first, last }: Range): readonly T[] {
    const size = sizeOf({ first, last });
    if (size > this.#byAddress.size)
      return [...this.#byAddress].flatMap(([address, items]) =>
        first <= address && address <= last ? items : [],
      );
    return Array.from({ length: size }, (_, n) => this.#byAddress.get(first + n) ?? []).flat();
  }
}

function sizeOf({ first, last }: Range): number {
  return last - first + 1;
}

function blockOf({ first }: Range): number {
  return Math.floor(first / blockSize);
}
