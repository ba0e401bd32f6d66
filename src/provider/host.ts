import { mapInBatches } from "../client/batches";
import { canonicalHost, indexInSubnet, parseHost, parseSubnet } from "../service/addresses";
import { maxSubnetAddresses } from "../service/limits";
import type { ServiceObject } from "../service/responses";
import { bool, nestedSet, type PlanCall, set, string, unknown } from "../terraform";
import { abbreviated } from "./abbreviated";
import type { Account } from "./account";
import { type Range, range } from "./cost";
import { byField } from "./managed/import-key";
import { missingMembers, setMissingMembers } from "./managed/missing-members";
import { managedResource } from "./managed/resource";
import { field, notSent } from "./managed/wire";
import { matchHosts } from "./match-hosts";
import { explained } from "./service-diagnostic";
import { contactGroups, hostAddress, isSameHost, label, sid, tag } from "./shapes";
import { hostsWithin, importBlock } from "./subnet-hosts";
import { subnetMembers } from "./subnet-import";

const attributes = {
  id: sid("host")
    .computed(
      "SID of the host, `HT…`. Of a subnet: that of the parent if the service names one, else of the first host.",
    )
    .keepsPrior()
    .annotate(notSent),
  host: hostAddress()
    .required(
      "IPv4 address (`192.0.2.25`), domain name (`example.com`) or IPv4 subnet in CIDR form (`198.51.100.16/29`). The service may create a host for each address of a subnet. A change makes a new host. A new subnet has at most 65,536 addresses (/16): 1,000 requests an hour cannot list many more hosts. The limit also applies if the service stores the subnet as one host, which the provider cannot know beforehand. A new IPv6 address gives a warning: the specification of the service does not name IPv6.",
    )
    .replacesOnChange(),
  name: label().required(
    "Label by which lists and alerts name the host, 1 to 255 characters. A change renames it.",
  ),
  profile: sid("monitoring_profile").required(
    "SID of the monitoring profile, `RP…`, which says what sources are asked and how often. A change moves the host to another profile.",
  ),
  contact_groups: contactGroups()
    .required(
      "SIDs of the contact groups to notify, `CG…`; at least one. A change replaces them all. Over version 3.0 of the API a new host takes one, and others once it exists.",
    )
    .annotate(field("contact_group")),
  tags: set(tag()).optional(
    'Tags to find the host by, such as `["inbound"]`; texts without commas. A change replaces them all. Unset: none. Not over version 3.0 of the API.',
  ),
  paused: bool()
    .default(
      false,
      "Whether all checks of the host are stopped. A change pauses or resumes it. Default: `false`.",
    )
    .annotate(notSent),
  members: nestedSet({
    id: sid("host").computed("SID of the host, `HT…`."),
    host: string().computed("Address or name of the host."),
  })
    .computed("Every host that this resource stands for: one, or those that the service made of a subnet.")
    .keepsPrior()
    .annotate(notSent),
};

/** A subnet of more addresses is warned of. */
const largestQuietSubnet = 256;

/** Hosts (docs/design/api.md#host), of which a subnet may make several (docs/design/open-points.md#10). */
export const host = managedResource({
  kind: "host",
  description:
    "An IPv4 address, domain name or IPv4 subnet, checked against the sources of a monitoring profile.",
  attributes,
  naturalKey: "host",
  uniqueKey: true,
  identifier: {
    attribute: "host",
    of: (value) => parseSubnet(value)?.canonical,
    description: "Of a subnet: its CIDR, such as `198.51.100.16/29`.",
  },
  importKey: {
    ...byField("host", "its address, name or subnet", isSameHost),
    gather(hosts, given) {
      const members = subnetMembers(attributes, hosts, given);
      return members && { id: members[0].id, host: given, members: members.map(member) };
    },
  },
  match: matchHosts,

  async plan(call) {
    warnOfAddressV6(call);
    limitSubnet(call);
    planMissingMembers(call);
    await keepExistingSubnet(call);
  },

  createdCount: createdHosts,

  ids: ({ id, members }) => [...new Set([id ?? "", ...(members ?? []).map((member) => member.id ?? "")])],

  created(objects, prior) {
    const members = objects.map(member);
    if (prior !== null) return { members: [...(prior.members ?? []), ...members] };
    const parent = objects.find((object) => object.parent)?.parent;
    return { id: parent ?? objects[0]?.id ?? null, members };
  },

  relatedObjects: ({ context, state }, objects) =>
    state.members === null ? family(context, objects) : Promise.resolve(objects),

  membership: { owner: ({ parent }) => parent, isOwner: isParent },

  async observed({ state, objects, missing, privateState }) {
    const known = new Map((state.members ?? []).map(({ id, host }) => [id, host]));
    const members = await mapInBatches(
      objects.filter(({ id }) => state.members === null || known.has(id)),
      (one) => ({ ...member(one), ...(one.host === undefined && { host: known.get(one.id) ?? null }) }),
    );
    // What was lost before and could not be made again is in no state any more, only in the note.
    const lost = [...missingMembers(privateState), ...addressesOf(missing, known)];
    const there = new Set(members.map(({ host }) => host));
    setMissingMembers(
      privateState,
      [...new Set(lost)].filter((address) => !there.has(canonicalHost(address))),
    );
    const isIdLost = known.has(state.id) && missing.includes(state.id ?? "");
    return {
      members,
      ...(isIdLost && { id: members[0]?.id ?? state.id }),
      ...(isSubnet(state.host) && { host: state.host }),
    };
  },
});

/**
 * The addresses to create again. A lost parent of a subnet is not: its addresses are there still, and to create the
 * subnet again would make each of them twice.
 */
function addressesOf(missing: readonly string[], known: ReadonlyMap<string | null, string | null>): string[] {
  return missing.flatMap((id) => known.get(id) ?? []).filter((host) => !isSubnet(host));
}

/** A member in one spelling, whatever the service's: members are shown, and nobody writes them. */
function member({ id, host }: ServiceObject<"host">): { id: string; host: string | null } {
  return { id, host: host === undefined ? null : canonicalHost(host) };
}

/** An imported parent and its children; a host alone is its own family. */
async function family(
  context: Account,
  objects: readonly ServiceObject<"host">[],
): Promise<readonly ServiceObject<"host">[]> {
  const [first] = objects;
  if (first === undefined || !isParent(first)) return objects;
  const all = await (await context.reader("host")).readAll();
  return [first, ...all.filter((one) => one.parent === first.id && one.id !== first.id)];
}

function isParent({ type, host }: ServiceObject<"host">): boolean {
  return type === "ip_range" || isSubnet(host ?? null);
}

function isSubnet(text: string | null): boolean {
  return text !== null && parseSubnet(text) !== undefined;
}

/** How many addresses the subnet has; undefined for what is no subnet, or not known yet. */
function addressesIn(host: unknown): number | undefined {
  return typeof host === "string" ? parseSubnet(host)?.size : undefined;
}

/** Of a subnet one host, or one for each address, or a parent besides (docs/design/open-points.md#10). */
function createdHosts({ host }: { readonly host: unknown }): Range {
  const addresses = addressesIn(host);
  return addresses === undefined ? range(1) : range(1, addresses + 1);
}

type HostPlan = PlanCall<typeof attributes, Account>;

/** The specification names IPv4 addresses alone, and the service is said to take others, too. */
function warnOfAddressV6({ prior, plan, diagnostics }: HostPlan): void {
  if (prior !== null || typeof plan.host !== "string" || parseHost(plan.host)?.form !== "address_v6") return;
  diagnostics.warning(
    "IPv6 host may be refused",
    "The specification of the service names IPv4 addresses, domain names and IPv4 subnets only. The service may refuse to create a host with an IPv6 address.",
    [{ attribute: "host" }],
  );
}

/** Refuses to create a subnet that nobody could manage, and warns of a large one. What exists stays as it is. */
function limitSubnet({ prior, plan, diagnostics }: HostPlan): void {
  const size = prior === null ? addressesIn(plan.host) : undefined;
  if (size === undefined || size <= largestQuietSubnet) return;
  const has = `The subnet has ${size.toLocaleString("en")} addresses`;
  const path = [{ attribute: "host" }];
  if (size > maxSubnetAddresses) {
    const most = maxSubnetAddresses.toLocaleString("en");
    diagnostics.error(
      "Subnet too large",
      `${has}, and the provider creates at most ${most} (/16). The service may create a host for each address, and the account's 1,000 requests an hour do not even suffice to list more. Declare the smaller subnets that you use.`,
      path,
    );
    return;
  }
  diagnostics.warning(
    "A large subnet",
    `${has}. The service may create a host for each of them. To change or delete them all then takes a request for each, of the 1,000 that the account has in an hour.`,
    path,
  );
}

/**
 * Refuses to replace the host of one address by its subnet while the account has other addresses of it: the host would be
 * deleted, and the service would then refuse the subnet. It comes of importing a host of the subnet instead of the subnet.
 */
async function keepExistingSubnet({ context, prior, plan, diagnostics }: HostPlan): Promise<void> {
  const subnet = typeof plan.host === "string" ? parseSubnet(plan.host) : undefined;
  if (context === undefined || subnet === undefined || typeof prior?.host !== "string") return;
  if (indexInSubnet(subnet, prior.host) === undefined) return;
  const all = await explained((async () => (await context.reader("host")).readAll())());
  const { hosts, isWhole } = hostsWithin(subnet, all);
  const others = hosts.filter(({ id }) => id !== prior.id);
  if (others.length === 0) return;
  const remedy = isWhole
    ? `To manage all of them as this resource, import the subnet instead of one host. If the host is in state, first run: terraform state rm <address of this resource>\n\n${importBlock(subnet.canonical)}`
    : "Keep this resource with its own address, and declare and import the others by their addresses. Or delete the others first.";
  diagnostics.error(
    "Host is part of its subnet",
    [
      `The state has ${prior.id} with the address ${prior.host}, and the configuration has the whole subnet. Terraform would delete this host, and the service would then refuse the subnet: the account has ${others.length.toLocaleString("en")} more of its ${subnet.size.toLocaleString("en")} addresses: ${abbreviated(others.map(({ id, host }) => `${host} (${id})`))}.`,
      remedy,
    ].join("\n\n"),
    [{ attribute: "host" }],
  );
}

/** Shows in the plan which lost members are created again, and that the others stay. */
function planMissingMembers({ prior, plan, privateState }: HostPlan): void {
  const lost = missingMembers(privateState);
  if (prior === null || lost.length === 0) return;
  plan.members = [...(prior.members ?? []), ...lost.map((host) => ({ id: unknown, host }))];
}
