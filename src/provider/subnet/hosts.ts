import {
  addressAt,
  addressNumber,
  indexInSubnet,
  parseHost,
  parseSubnet,
  type Subnet,
} from "../../service/addresses";
import { groupedBy } from "../../service/groups";
import type { ServiceObject } from "../../service/responses";
import { type Attributes, DiagnosticError } from "../../terraform";
import { mergeValues } from "../managed/mixed-values";
import { abbreviated, importBlock } from "../text";

type Host = ServiceObject<"host">;

/** The maximum number of missing addresses in a message. */
const maxNamed = 5;

/**
 * Finds the hosts with an address in a subnet of any size, but not the host that is the subnet itself.
 * @returns `hosts` sorted by address, `duplicates` with the address of an earlier one, and whether each address has exactly one
 */
export function hostsWithin(subnet: Subnet, all: readonly Host[]) {
  const byPlace = new Map<number, Host>();
  const duplicates: Host[] = [];
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

/**
 * Why a subnet may have been refused, and the remedy: the account already monitors some of its addresses. Empty if not.
 * @param all the hosts of the account
 */
export function monitoredAlready(subnet: Subnet, all: readonly Host[]): string[] {
  const { hosts, isWhole } = hostsWithin(subnet, all);
  if (hosts.length === 0) return [];
  const fact = `The account already monitors ${count(hosts.length)} of the ${count(subnet.size)} addresses of ${subnet.canonical}: ${namedHosts(hosts)}.`;
  return [
    fact,
    isWhole
      ? `To manage all of them as this resource, import the subnet by its CIDR:\n\n${importBlock(subnet.canonical)}`
      : "To create the subnet, delete these hosts. To keep them, declare and import each by its own address, and declare the other addresses one by one.",
  ];
}

/**
 * The members of a subnet's resource if the service stores the subnet as separate hosts: one per address, all with the same
 * settings.
 * @returns undefined if the text is not a subnet, or if the account has no host in it
 * @throws DiagnosticError with the missing addresses and the hosts that differ
 */
export async function subnetMembers(
  attributes: Attributes,
  all: readonly Host[],
  cidr: string,
): Promise<readonly [Host, ...Host[]] | undefined> {
  const subnet = parseSubnet(cidr);
  if (subnet === undefined) return undefined;
  const within = hostsWithin(subnet, all);
  const [first, ...others] = within.hosts;
  if (first === undefined) return undefined;
  const problems = [
    ...missing(subnet, within.hosts),
    ...named("Several hosts have the same address", within.duplicates),
    ...belongingElsewhere(within.hosts, all),
    ...(await differing(attributes, within.hosts)),
  ];
  if (problems.length === 0) return [first, ...others];
  throw new DiagnosticError(
    "Hosts do not form one subnet",
    [
      `The account has hosts for ${count(within.hosts.length)} of the ${count(subnet.size)} addresses of ${subnet.canonical}. Import by CIDR takes every host in the range as a member of one resource, which requires a host for each address and the same settings for all of them.`,
      problems.join("\n"),
      "Give the hosts the same settings, add the missing ones, and import again. Or declare and import each host by its own address.",
    ].join("\n\n"),
  );
}

/** The first addresses of a subnet without a host, and the number of the others. */
function missing(subnet: Subnet, hosts: readonly Host[]): string[] {
  const number = subnet.size - hosts.length;
  if (number === 0) return [];
  const taken = new Set(hosts.map(({ host = "" }) => indexInSubnet(subnet, host)));
  const first: string[] = [];
  for (let place = 0; place < subnet.size && first.length < maxNamed; place += 1)
    if (!taken.has(place)) first.push(addressAt(subnet, place));
  const more = number > first.length ? `, and ${count(number - first.length)} more` : "";
  return [`Missing: ${first.join(", ")}${more}.`];
}

/** Hosts that the service made of another subnet, which is a host of its own. */
function belongingElsewhere(hosts: readonly Host[], all: readonly Host[]): string[] {
  const subnets = new Set(all.filter(({ host = "" }) => parseSubnet(host) !== undefined).map(({ id }) => id));
  return named(
    "Members of another subnet",
    hosts.filter(({ parent = "" }) => subnets.has(parent)),
  );
}

/**
 * The hosts that differ from the majority, by attribute. `paused` may differ, because a create that pauses its hosts may have
 * been killed; the next apply repairs that.
 */
async function differing(attributes: Attributes, hosts: readonly Host[]): Promise<string[]> {
  const { odd } = await mergeValues(attributes, hosts);
  const names = new Set(Object.values(odd).flatMap(Object.keys));
  names.delete("paused");
  return [...names].flatMap((name) =>
    named(
      `Different in ${name}`,
      hosts.filter(({ id }) => name in (odd[id] ?? {})),
    ),
  );
}

function named(problem: string, hosts: readonly Host[]): string[] {
  if (hosts.length === 0) return [];
  return [`${problem}: ${namedHosts(hosts)}.`];
}

/** The first few hosts with their SIDs, for a message. */
function namedHosts(hosts: readonly Host[]): string {
  return abbreviated(hosts.map(({ id, host }) => `${host} (${id})`));
}

/** A number with separators, for a message. */
export function count(number: number): string {
  return number.toLocaleString("en");
}
