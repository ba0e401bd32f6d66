import { addressAt, addressNumber, indexInSubnet, parseHost, type Subnet } from "../../service/addresses";
import { groupedBy } from "../../service/groups";
import { abbreviated, importBlock } from "../text";

/** The fields of a host that say where it belongs. */
export interface PlacedHost {
  readonly id: string;
  readonly host?: string | undefined;
}

/** The hosts with an address in a subnet. */
export interface SubnetHosts<H extends PlacedHost> {
  /** Sorted by address. */
  readonly hosts: readonly H[];
  /** Hosts with the same address as an earlier host. */
  readonly duplicates: readonly H[];
  /** Whether each address of the subnet has exactly one host. */
  readonly isWhole: boolean;
}

/** Finds the hosts with an address in a subnet of any size, but not the host that is the subnet itself. */
export function hostsWithin<H extends PlacedHost>(subnet: Subnet, all: readonly H[]): SubnetHosts<H> {
  const byPlace = new Map<number, H>();
  const duplicates: H[] = [];
  for (const host of all) {
    const place = host.host === undefined ? undefined : indexInSubnet(subnet, host.host);
    if (place === undefined) continue;
    if (byPlace.has(place)) duplicates.push(host);
    else byPlace.set(place, host);
  }
  const hosts = [...byPlace].sort(([a], [b]) => a - b).map(([, host]) => host);
  return { hosts, duplicates, isWhole: hosts.length === subnet.size && duplicates.length === 0 };
}

/** Names of hosts, with successive addresses as a range: `192.0.2.8 to 192.0.2.11`. */
export function addressRanges(hosts: readonly string[]): string[] {
  const isAddress = (host: string) => parseHost(host)?.form === "address";
  const addresses = hosts.filter(isAddress).sort((a, b) => addressNumber(a) - addressNumber(b));
  const ranges = groupedBy(addresses.entries(), ([index, address]) => addressNumber(address) - index);
  const named = [...ranges.values()].map((range) => {
    const [first, last] = [range[0]?.[1], range.at(-1)?.[1]];
    return first === last ? String(first) : `${first} to ${last}`;
  });
  return [...hosts.filter((host) => !isAddress(host)), ...named];
}

/** The first addresses of a subnet without a host, for a message. */
export function firstMissing(subnet: Subnet, hosts: readonly PlacedHost[], max: number): string[] {
  const taken = new Set(hosts.map(({ host = "" }) => indexInSubnet(subnet, host)));
  const missing: string[] = [];
  for (let place = 0; place < subnet.size && missing.length < max; place += 1) {
    if (!taken.has(place)) missing.push(addressAt(subnet, place));
  }
  return missing;
}

/**
 * Why a subnet may have been refused, and the remedy: the account already monitors some of its addresses. Empty if not.
 * @param all the hosts of the account
 */
export function monitoredAlready(subnet: Subnet, all: readonly PlacedHost[]): string[] {
  const { hosts, isWhole } = hostsWithin(subnet, all);
  if (hosts.length === 0) return [];
  const names = abbreviated(hosts.map(({ id, host }) => `${host} (${id})`));
  const fact = `The account already monitors ${count(hosts.length)} of the ${count(subnet.size)} addresses of ${subnet.canonical}: ${names}.`;
  return [
    fact,
    isWhole
      ? `To manage all of them as this resource, import the subnet by its CIDR:\n\n${importBlock(subnet.canonical)}`
      : "To create the subnet, delete these hosts. To keep them, declare and import each by its own address, and declare the other addresses one by one.",
  ];
}

/** A number with separators, for a message. */
export function count(number: number): string {
  return number.toLocaleString("en");
}
