import { canonicalHost, parseHost } from "../../service/addresses";
import { canonicalMonitored } from "../../service/monitored-hostnames";
import type { AnyManagedObject } from "./object";

/** The key that only one object of an account should have: the address or addresses of a host, the endpoint of a monitor. */
export interface UniqueKey {
  readonly text: string;
  /** For IPv4 addresses and subnets: the numbers of the first and the last address. */
  readonly range?: { readonly first: number; readonly last: number };
}

/** The unique key in the attributes of an object; undefined if the kind has none, or if it is unknown. */
export function uniqueKeyOf(
  { kind }: AnyManagedObject,
  { host, hostname, protocol }: Readonly<Record<string, unknown>>,
): UniqueKey | undefined {
  if (kind === "host" && typeof host === "string") {
    const text = canonicalHost(host);
    const range = rangeOf(text);
    return { text, ...(range && { range }) };
  }
  if (kind !== "certificate_monitor" || typeof hostname !== "string" || typeof protocol !== "string")
    return undefined;
  return { text: `${canonicalMonitored(hostname)}/${protocol}` };
}

/** Objects by their unique keys. Subnets are compared as ranges and never expanded. */
export class UniqueKeyIndex<T extends { readonly uniqueKey: UniqueKey }> {
  private readonly byKey = new Map<string, T[]>();
  private readonly addresses: T[] = [];
  private readonly subnets: T[] = [];

  add(one: T): void {
    const { range } = one.uniqueKey;
    const key = keyOf(one.uniqueKey);
    this.byKey.set(key, [...(this.byKey.get(key) ?? []), one]);
    if (range !== undefined) (isSubnet(range) ? this.subnets : this.addresses).push(one);
  }

  /** Those whose keys overlap. */
  at(wanted: UniqueKey): readonly T[] {
    const { range } = wanted;
    const same = this.byKey.get(keyOf(wanted)) ?? [];
    if (range === undefined) return same;
    const others = isSubnet(range) ? this.addresses : same;
    return [...others, ...this.subnets].filter(
      ({ uniqueKey }) =>
        uniqueKey.range !== undefined &&
        uniqueKey.range.first <= range.last &&
        range.first <= uniqueKey.range.last,
    );
  }
}

type Range = NonNullable<UniqueKey["range"]>;

/** An address equals a /32 subnet of that address. */
function keyOf({ text, range }: UniqueKey): string {
  return range === undefined || isSubnet(range) ? text : String(range.first);
}

function isSubnet({ first, last }: Range): boolean {
  return last > first;
}

function rangeOf(text: string): Range | undefined {
  const form = parseHost(text)?.form;
  if (form !== "address" && form !== "subnet") return undefined;
  const [address = "", prefix = "32"] = text.split("/");
  const first = address.split(".").reduce((sum, octet) => sum * 256 + Number(octet), 0);
  return { first, last: first + 2 ** (32 - Number(prefix)) - 1 };
}
