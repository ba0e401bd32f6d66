import { mapInBatches } from "../client/batches";
import { addressNumber, canonicalHost, indexInSubnet, parseHost, parseSubnet } from "../service/addresses";
import { maxSubnetAddresses } from "../service/limits";
import type { ServiceObject } from "../service/responses";
import { nestedList, type PlanCall, string, type Unknown, unknown } from "../terraform";
import type { Account } from "./account";
import { contactGroups, label, objectId, paused, tags } from "./common-attributes";
import { type Range, range } from "./cost";
import { keyRule } from "./managed/natural-key";
import { missingMembers } from "./managed/notes";
import { managedResource } from "./managed/resource";
import { notSent } from "./managed/wire";
import { matchHosts } from "./match-hosts";
import { explained } from "./service-diagnostic";
import { hostAddress, sid } from "./shapes";
import { hostsWithin, importBlock } from "./subnet-hosts";
import { recreatedMembers, subnetMembers } from "./subnet-import";
import { abbreviated, changesInPlace, described, forcesReplacement, requiresVersion4 } from "./text";

const attributes = {
  id: objectId(
    "host",
    "For a subnet: the SID of the parent host, or of the first host if there is no parent.",
  ),
  host: hostAddress()
    .required(
      described(
        "Address to monitor:\n- IPv4 address, such as `192.0.2.25`\n- domain name, such as `example.com`\n- IPv4 subnet in CIDR notation, such as `198.51.100.16/29`",
        "The service may create one host per address of a subnet. A new subnet can have at most 65,536 addresses (/16), because 1,000 requests per hour cannot list many more hosts. The limit also applies if the service stores the subnet as a single host.",
        "A new IPv6 address causes a warning, because the API specification does not mention IPv6.",
        forcesReplacement,
      ),
    )
    .replacesOnChange(),
  name: label("Label of the host in lists and alerts."),
  profile: sid("monitoring_profile").required(
    described(
      "SID of the monitoring profile, `RP…`. It sets which sources to check and how often.",
      changesInPlace,
    ),
  ),
  contact_groups: contactGroups(
    "SIDs of the contact groups that are notified, `CG…`.",
    "With API version 3.0, a new host accepts a single group; add others once it exists.",
  ),
  tags: tags("inbound", "host", requiresVersion4),
  paused: paused("Whether all checks of the host are paused."),
  members: nestedList({
    id: sid("host").computed("SID of the host, `HT…`."),
    host: string().computed("Address or name of the host."),
  })
    .computed(
      "All hosts that this resource manages: one, or those that the service created for a subnet, in the order of their addresses.",
    )
    .keepsPrior()
    .annotate(notSent),
};

/** The number of addresses above which a subnet causes a warning. */
const largestQuietSubnet = 256;

/** Hosts (docs/design/api.md#host). A subnet may create several (docs/design/open-points.md#10). */
export const host = managedResource({
  kind: "host",
  description:
    "Monitors an IPv4 address, a domain name, or an IPv4 subnet on the DNS blocklists of a monitoring profile.",
  attributes,
  naturalKey: "host",
  key: keyRule("host", "host"),
  uniqueKey: "error",
  identifier: {
    attribute: "host",
    of: (value) => parseSubnet(value)?.canonical,
    description: "For a subnet: its CIDR, such as `198.51.100.16/29`.",
  },
  importKey: {
    description: "its address, domain name, or subnet",
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
    if (prior !== null) return { members: ordered([...(prior.members ?? []), ...members]) };
    const parent = objects.find((object) => object.parent)?.parent;
    return { id: parent ?? objects[0]?.id ?? null, members: ordered(members) };
  },

  relatedObjects: ({ context, state }, objects) =>
    state.members === null ? withChildren(context, objects) : Promise.resolve(objects),

  membership: { owner: ({ parent }) => parent, isOwner: isParent },

  async observed({ state, objects, missing, privateState }) {
    const known = new Map((state.members ?? []).map(({ id, host }) => [id, host]));
    const members = ordered(
      await mapInBatches(
        objects.filter(({ id }) => state.members === null || known.has(id)),
        (one) => ({ ...member(one), ...(one.host === undefined && { host: known.get(one.id) ?? null }) }),
      ),
    );
    // Members that went missing earlier and could not be recreated are not in state, only in private state.
    const lost = [...missingMembers.of(privateState), ...addressesOf(missing, known)];
    const there = new Set(members.map(({ host }) => host));
    missingMembers.set(
      privateState,
      [...new Set(lost)].filter((address) => !there.has(canonicalHost(address))),
    );
    const isIdMissing = known.has(state.id) && missing.includes(state.id ?? "");
    return {
      members,
      ...(isIdMissing && { id: members[0]?.id ?? state.id }),
      ...(isSubnet(state.host) && { host: state.host }),
    };
  },
});

/**
 * The addresses to recreate. The missing parent of a subnet is not recreated: its addresses still exist, and creating the
 * subnet would duplicate them.
 */
function addressesOf(missing: readonly string[], known: ReadonlyMap<string | null, string | null>): string[] {
  return missing.flatMap((id) => known.get(id) ?? []).filter((host) => !isSubnet(host));
}

/** A member with a normalized address, because members are only shown. */
function member({ id, host }: ServiceObject<"host">): { id: string; host: string | null } {
  return { id, host: host === undefined ? null : canonicalHost(host) };
}

/**
 * Members in the order of their addresses, a parent before its children. They are a list, because Terraform compares large
 * sets slowly: a plan of 4,096 members takes it ten times as long.
 */
function ordered<M extends { readonly id: string | null | Unknown; readonly host: string | null }>(
  members: readonly M[],
): M[] {
  const placed = members.map((one) => ({ one, place: placeOf(one.host ?? "") }));
  return placed
    .sort((a, b) => a.place - b.place || (String(a.one.id) < String(b.one.id) ? -1 : 1))
    .map(({ one }) => one);
}

function placeOf(host: string): number {
  const parsed = parseHost(host);
  if (parsed?.form === "subnet") return parsed.first - 0.5;
  return parsed?.form === "address" ? addressNumber(host) : -1;
}

/** An imported parent with its children; a single host has none. */
async function withChildren(
  context: Account,
  objects: readonly ServiceObject<"host">[],
): Promise<readonly ServiceObject<"host">[]> {
  const [first] = objects;
  if (first === undefined || !isParent(first)) return objects;
  const all = await (await context.reader("host")).readAll();
  const children = all.filter((one) => one.parent === first.id && one.id !== first.id);
  return [first, ...children, ...recreatedMembers(attributes, first, all)];
}

function isParent({ type, host }: ServiceObject<"host">): boolean {
  return type === "ip_range" || isSubnet(host ?? null);
}

function isSubnet(text: string | null): boolean {
  return text !== null && parseSubnet(text) !== undefined;
}

/** The number of addresses in a subnet; undefined for other hosts and unknown values. */
function addressesIn(host: unknown): number | undefined {
  return typeof host === "string" ? parseSubnet(host)?.size : undefined;
}

/** For a subnet: one host, or one per address, perhaps with a parent (docs/design/open-points.md#10). */
function createdHosts({ host }: { readonly host: unknown }): Range {
  const addresses = addressesIn(host);
  return addresses === undefined ? range(1) : range(1, addresses + 1);
}

type HostPlan = PlanCall<typeof attributes, Account>;

/** The API specification mentions only IPv4 addresses, but the service may also accept IPv6. */
function warnOfAddressV6({ prior, plan, diagnostics }: HostPlan): void {
  if (prior !== null || typeof plan.host !== "string" || parseHost(plan.host)?.form !== "address_v6") return;
  diagnostics.warning(
    "IPv6 host may be refused",
    "The API specification mentions only IPv4 addresses, domain names, and IPv4 subnets. The service may refuse to create a host with an IPv6 address.",
    [{ attribute: "host" }],
  );
}

/** Rejects the create of a subnet that is too large to manage, and warns of a large one. Existing subnets are accepted. */
function limitSubnet({ prior, plan, diagnostics }: HostPlan): void {
  const size = prior === null ? addressesIn(plan.host) : undefined;
  if (size === undefined || size <= largestQuietSubnet) return;
  const has = `The subnet has ${size.toLocaleString("en")} addresses`;
  const path = [{ attribute: "host" }];
  if (size > maxSubnetAddresses) {
    const most = maxSubnetAddresses.toLocaleString("en");
    diagnostics.error(
      "Subnet too large",
      `${has}, but the provider creates at most ${most} (/16): the service may create a host for each address, and 1,000 requests per hour cannot list more. Declare only the smaller subnets that you use.`,
      path,
    );
    return;
  }
  diagnostics.warning(
    "Large subnet",
    `${has}. The service may create a host for each of them. Changing or deleting the subnet then costs one request per host, out of 1,000 per hour.`,
    path,
  );
}

/**
 * Rejects replacing a host by its subnet while the account has other addresses of the subnet: the apply would delete the
 * host, and the service would then refuse the subnet. This happens after importing a host of a subnet instead of the subnet.
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
    : "Either keep this resource with its own address, and declare and import the others by their addresses, or delete the others first.";
  diagnostics.error(
    "Host is part of its subnet",
    [
      `The state has ${prior.id} with the address ${prior.host}, but the configuration has the whole subnet. Terraform would delete this host, and the service would then refuse the subnet: the account has ${others.length.toLocaleString("en")} more of its ${subnet.size.toLocaleString("en")} addresses: ${abbreviated(others.map(({ id, host }) => `${host} (${id})`))}.`,
      remedy,
    ].join("\n\n"),
    [{ attribute: "host" }],
  );
}

/** Plans the recreation of missing members next to the existing ones. */
function planMissingMembers({ prior, plan, privateState }: HostPlan): void {
  const missing = missingMembers.of(privateState);
  if (prior === null || missing.length === 0) return;
  plan.members = ordered([...(prior.members ?? []), ...missing.map((host) => ({ id: unknown, host }))]);
}
