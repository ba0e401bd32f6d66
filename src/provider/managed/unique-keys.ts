import { canonicalHost, parseHost } from "../../service/addresses";
import { canonicalMonitored } from "../monitored-hostname";
import type { AnyManagedObject } from "./object";

/** What one object of an account should take alone: a host's address or addresses, a monitor's endpoint. */
export interface UniqueKey {
  readonly text: string;
  /** Of hosts that are IPv4 addresses or subnets: the numbers of their first and last address. */
  readonly range?: { readonly first: number; readonly last: number };
}

/** The place of an object by its attributes; undefined where the kind has none, or as long as it is not known. */
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

/** Objects by the places that they take. Subnets are compared as ranges of numbers, and never listed. */
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

  /** Those that have a part of the place. */
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

/** An address and a subnet of that address alone are the same. */
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
