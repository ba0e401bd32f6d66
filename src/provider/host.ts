import { canonicalHost, parseHost } from "../service/addresses";
import type { ServiceObject } from "../service/responses";
import type { PlanCall } from "../terraform/definition/resource";
import { bool, nestedSet, set, string } from "../terraform/schema/shapes";
import { unknown } from "../terraform/values/value";
import type { Account } from "./account";
import { type Range, range } from "./cost";
import { recogniseHosts } from "./host-recognition";
import { byField } from "./managed/import-key";
import { lostObjects, noteLost } from "./managed/lost-objects";
import { managedResource } from "./managed/resource";
import { field, notSent } from "./managed/wire";
import { contactGroups, hostAddress, isSameHost, label, sid, tag } from "./shapes";

const attributes = {
  id: sid("host")
    .computed(
      "SID of the host, `HT…`. Of a subnet: that of the parent if the service names one, else of the first host.",
    )
    .keepsPrior()
    .annotate(notSent),
  host: hostAddress()
    .required(
      "IPv4 address (`192.0.2.25`), domain name (`example.com`) or IPv4 subnet in CIDR form (`198.51.100.16/29`), of which the service may make a host for each address. A change makes a new host.",
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

/** Hosts (api-4.0, Host), of which a subnet may make several (gaps 10). */
export const host = managedResource({
  kind: "host",
  description:
    "An IPv4 address, domain name or IPv4 subnet, checked against the sources of a monitoring profile.",
  attributes,
  naturalKey: "host",
  uniqueKey: true,
  importKey: byField("host", "its address, name or subnet", isSameHost),
  recognise: recogniseHosts,

  plan(call) {
    warnOfLargeSubnet(call);
    planLostMembers(call);
  },

  makes: hostsMade,

  ids: ({ id, members }) => [...new Set([id ?? "", ...(members ?? []).map((member) => member.id ?? "")])],

  created(objects, prior) {
    const members = objects.map(member);
    if (prior !== null) return { members: [...(prior.members ?? []), ...members] };
    const parent = objects.find((object) => object.parent)?.parent;
    return { id: parent ?? objects[0]?.id ?? null, members };
  },

  async observed({ context, state, objects, missing, privateState }) {
    const known = new Map((state.members ?? []).map(({ id, host }) => [id, host]));
    const found = state.members === null ? await family(context, objects) : objects;
    const members = found
      .filter(({ id }) => state.members === null || known.has(id))
      .map((one) => ({ ...member(one), ...(one.host === undefined && { host: known.get(one.id) ?? null }) }));
    // What was lost before and could not be made again is in no state any more, only in the note.
    const lost = [...lostObjects(privateState), ...addressesOf(missing, known)];
    const isThere = (address: string) => members.some(({ host }) => host === canonicalHost(address));
    noteLost(
      privateState,
      [...new Set(lost)].filter((address) => !isThere(address)),
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
  const isParent = first?.type === "ip_range" || isSubnet(first?.host ?? null);
  if (first === undefined || !isParent) return objects;
  const all = await (await context.reader("host")).readAll();
  return [first, ...all.filter((one) => one.parent === first.id && one.id !== first.id)];
}

function isSubnet(text: string | null): boolean {
  return text !== null && parseHost(text)?.form === "subnet";
}

/** How many addresses the subnet has; undefined for what is no subnet, or not known yet. */
function addressesIn(host: unknown): number | undefined {
  const subnet = typeof host === "string" ? parseHost(host) : undefined;
  return subnet?.form === "subnet" ? 2 ** (32 - subnet.prefixLength) : undefined;
}

/** Of a subnet one host, or one for each address, or a parent besides (gaps 10). */
function hostsMade({ host }: { readonly host: unknown }): Range {
  const addresses = addressesIn(host);
  return addresses === undefined ? range(1) : range(1, addresses + 1);
}

function warnOfLargeSubnet({ prior, plan, diagnostics }: PlanCall<typeof attributes, Account>): void {
  const count = prior === null ? addressesIn(plan.host) : undefined;
  if (count === undefined || count <= largestQuietSubnet) return;
  diagnostics.warning(
    "A large subnet",
    `${plan.host} holds ${count.toLocaleString("en")} addresses. The service may make a host of each: think of the account's limits, and of what a change to all of them costs in requests.`,
    [{ attribute: "host" }],
  );
}

/** Shows in the plan which lost members are created again, and that the others stay. */
function planLostMembers({ prior, plan, privateState }: PlanCall<typeof attributes, Account>): void {
  const lost = lostObjects(privateState);
  if (prior === null || lost.length === 0) return;
  plan.members = [...(prior.members ?? []), ...lost.map((host) => ({ id: unknown, host }))];
}
