import { addressNumber, parseHost, parseSubnet, type Subnet, subnetAt } from "../../../service/addresses";
import { groupedBy } from "../../../service/groups";
import { maxSubnetAddresses } from "../../../service/limits";
import { canonicalText, objectType } from "../../../terraform";
import type { AccountLists } from "../../account/lists";
import { resourceOf } from "../../account/names";
import type { Candidate } from "./declaration";

/**
 * Candidates for complete subnets that the service stores as separate hosts: each combines hosts that fill the range and
 * are declared the same, and is imported by its CIDR. A host of an address that occurs twice, or of another subnet, is
 * in none of them.
 * @param hosts candidates for single hosts
 */
export function collapsedSubnets(hosts: readonly Candidate[], lists: AccountLists): Candidate[] {
  const collapsible = collapsibleIds(lists);
  const single = hosts.filter(
    ({ object, state }) => collapsible.has(object.id) && typeof state.host === "string",
  );
  const settingsOf = ({ kind, configuration }: Candidate) =>
    canonicalText(objectType(resourceOf(kind).attributes), { ...configuration, host: null });
  return [...groupedBy(single, settingsOf).values()].flatMap((alike) => {
    const group = new Map(alike.map((host) => [addressNumber(String(host.state.host)), host]));
    return subnetsOf([...group.keys()]).map((subnet) => collapsed(subnet, group));
  });
}

/** The hosts of an address that no other host has, and that are not members of a subnet that is a host itself. */
function collapsibleIds(lists: AccountLists): ReadonlySet<string> {
  const all = lists.of("host");
  const subnets = new Set(all.filter(({ host = "" }) => parseSubnet(host) !== undefined).map(({ id }) => id));
  const byAddress = groupedBy(
    all.filter(({ host = "" }) => parseHost(host)?.form === "address"),
    ({ host }) => host,
  );
  const alone = [...byAddress.values()].filter(({ length }) => length === 1).flat();
  return new Set(alone.filter(({ parent = "" }) => !subnets.has(parent)).map(({ id }) => id));
}

/** The largest subnets that the addresses fill, of two addresses at least. */
function subnetsOf(addresses: readonly number[]): Subnet[] {
  const sorted = [...addresses].sort((a, b) => a - b);
  const subnets: Subnet[] = [];
  for (let index = 0; index < sorted.length; ) {
    const first = sorted[index] ?? 0;
    let size = 1;
    while (
      size < maxSubnetAddresses &&
      first % (2 * size) === 0 &&
      sorted[index + 2 * size - 1] === first + 2 * size - 1
    )
      size *= 2;
    if (size > 1) subnets.push(subnetAt(first, size));
    index += size;
  }
  return subnets;
}

function collapsed({ canonical, first: address, size }: Subnet, group: ReadonlyMap<number, Candidate>) {
  const members = Array.from({ length: size }, (_, place) => group.get(address + place)).filter(
    (member) => member !== undefined,
  );
  const [first] = members as [Candidate, ...Candidate[]];
  const { object, state, configuration } = first;
  return {
    ...first,
    object: { ...object, id: canonical },
    state: {
      ...state,
      host: canonical,
      members: members.flatMap((member) => (Array.isArray(member.state.members) ? member.state.members : [])),
    },
    configuration: { ...configuration, host: canonical },
  };
}
