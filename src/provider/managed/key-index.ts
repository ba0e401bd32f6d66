import { addressesOf } from "../../service/same";

type Addresses = NonNullable<ReturnType<typeof addressesOf>>;

/** Items by their keys, so that thousands of objects are not compared in pairs. Subnets are ranges and never expanded. */
export class KeyIndex<T> {
  readonly #byKey = new Map<string, T[]>();
  readonly #addresses: (Addresses & { readonly item: T })[] = [];
  readonly #subnets: (Addresses & { readonly item: T })[] = [];

  add(key: string, item: T): void {
    const items = this.#byKey.get(key);
    if (items === undefined) this.#byKey.set(key, [item]);
    else items.push(item);
    const addresses = addressesOf(key);
    if (addresses !== undefined)
      (isSubnet(addresses) ? this.#subnets : this.#addresses).push({ ...addresses, item });
  }

  /** The items with that key, or that share an address with it. */
  near(key: string): readonly T[] {
    const wanted = addressesOf(key);
    const same = this.#byKey.get(key) ?? [];
    if (wanted === undefined) return same;
    const overlaps = ({ first, last }: Addresses) => first <= wanted.last && wanted.first <= last;
    const subnets = this.#subnets.filter(overlaps).map(({ item }) => item);
    if (!isSubnet(wanted)) return [...same, ...subnets];
    return [...this.#addresses.filter(overlaps).map(({ item }) => item), ...subnets];
  }
}

function isSubnet({ first, last }: Addresses): boolean {
  return last > first;
}
