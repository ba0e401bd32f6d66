import { parseSubnet, type Subnet } from "../../service/addresses";
import type { ServiceObject } from "../../service/responses";
import { type Attributes, DiagnosticError } from "../../terraform";
import { reportedValues } from "../managed/api-fields";
import { mergeValues } from "../managed/mixed-values";
import { abbreviated } from "../text";
import { count, firstMissing, hostsWithin } from "./hosts";

type Host = ServiceObject<"host">;

/** The maximum number of hosts and addresses of each kind in a message. */
const maxNamed = 5;

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

function missing(subnet: Subnet, hosts: readonly Host[]): string[] {
  const number = subnet.size - hosts.length;
  if (number === 0) return [];
  const first = firstMissing(subnet, hosts, maxNamed);
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
  const { odd } = await mergeValues(attributes, hosts, (host) => reportedValues(attributes, host));
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
  return [`${problem}: ${abbreviated(hosts.map(({ id, host }) => `${host} (${id})`))}.`];
}
