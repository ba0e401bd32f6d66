import { canonicalHost, parseHost } from "../../service/addresses";
import { parseMonitored } from "../monitored-hostname";
import type { AnyManagedObject } from "./object";

/** What one object of an account should take alone: a host's address or addresses, a monitor's endpoint. */
export interface Place {
  readonly text: string;
  /** Of hosts that are IPv4 addresses or subnets: the numbers of their first and last address. */
  readonly range?: { readonly first: number; readonly last: number };
}

/** The place of an object by its attributes; undefined where the kind has none, or as long as it is not known. */
export function placeOf(
  { kind }: AnyManagedObject,
  { host, hostname, protocol }: Readonly<Record<string, unknown>>,
): Place | undefined {
  if (kind === "host" && typeof host === "string") {
    const text = canonicalHost(host);
    const range = rangeOf(text);
    return { text, ...(range && { range }) };
  }
  if (kind !== "certificate_monitor" || typeof hostname !== "string" || typeof protocol !== "string")
    return undefined;
  const { name, port } = parseMonitored(hostname);
  return { text: `${name}${port === undefined ? "" : `:${port}`}/${protocol}` };
}

/** Objects by the places that they take. Subnets are compared as ranges of numbers, and never listed. */
export class Places<T extends { readonly place: Place }> {
  private readonly byText = new Map<string, T[]>();
  private readonly addresses: T[] = [];
  private readonly subnets: T[] = [];

  add(one: T): void {
    const { text, range } = one.place;
    const same = this.byText.get(text);
    if (same === undefined) this.byText.set(text, [one]);
    else same.push(one);
    if (range !== undefined) (isSubnet(range) ? this.subnets : this.addresses).push(one);
  }

  /** Those that have a part of the place. */
  at({ text, range }: Place): readonly T[] {
    if (range === undefined) return this.byText.get(text) ?? [];
    const others = isSubnet(range) ? this.addresses : (this.byText.get(text) ?? []);
    return [...others, ...this.subnets].filter(
      ({ place }) =>
        place.range !== undefined && place.range.first <= range.last && range.first <= place.range.last,
    );
  }
}

type Range = NonNullable<Place["range"]>;

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
