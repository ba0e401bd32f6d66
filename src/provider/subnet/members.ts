import { inBatches, mapInBatches } from "../../client/batches";
import {
  addressNumber,
  canonicalHost,
  indexInSubnet,
  parseHost,
  parseSubnet,
  type Subnet,
} from "../../service/addresses";
import type { ServiceObject } from "../../service/responses";
import { compareValues } from "../../service/same";
import type { State } from "../../terraform";
import { range } from "../cost";
import { type HostAttributes, hostAttributes } from "../host-attributes";
import { missingMembers } from "../managed/notes";
import type { CreatedObjects, Matches, Membership, Observed } from "../managed/object";
import { abbreviated } from "../text";
import { addressRanges, monitoredAlready, subnetMembers } from "./hosts";

type Host = ServiceObject<"host">;
type HostState = State<HostAttributes>;

/** The hosts of a subnet as one resource. The service may create one per address (docs/design/open-points.md#10). */
export const subnetHosts: Membership<HostAttributes, "host"> = {
  identifier: {
    attribute: "host",
    of: (value) => parseSubnet(value)?.canonical,
    description: "For a subnet: its CIDR, such as `198.51.100.16/29`.",
  },

  ids: idsOfState,

  createdCount({ host }) {
    // One host, or one per address, perhaps with a parent.
    const subnet = typeof host === "string" ? parseSubnet(host) : undefined;
    return subnet === undefined ? range(1) : range(1, subnet.size + 1);
  },

  match({ host }, objects, matchesRequest) {
    const subnet = parseSubnet(String(host));
    return subnet && matchSubnet(subnet, objects, matchesRequest);
  },

  named({ members }, ids) {
    const hosts = new Map((members ?? []).map(({ id, host }) => [id, host]));
    return abbreviated(addressRanges(ids.map((id) => hosts.get(id) ?? id)));
  },

  isForeign({ host: requested }, { host = "" }) {
    const likeness = compareValues("host", String(requested), host);
    const isSubnet = parseSubnet(String(requested)) !== undefined;
    const isElsewhere = likeness === "different" || (likeness === "overlapping" && !isSubnet);
    return parseHost(host) !== undefined && isElsewhere;
  },

  created(objects, prior) {
    const members = ordered(objects).map(member);
    // Those that are created again come last, so that the plan shows them and not a shift of the list.
    if (prior !== null) return { members: [...(prior.members ?? []), ...members] };
    const parent = objects.length > 1 ? objects.find((object) => object.parent)?.parent : undefined;
    return { id: parent ?? objects[0]?.id ?? null, members };
  },

  existing({ host }, hosts) {
    const subnet = parseSubnet(String(host));
    if (subnet === undefined) return undefined;
    const whole = hosts.find(({ host }) => isSubnet(host ?? null));
    // Separate hosts of a subnet are imported together, if all exist.
    return whole === undefined
      ? { importId: String(host), advice: monitoredAlready(subnet, hosts) }
      : { importId: whole.id };
  },

  async gather(hosts, text) {
    const members = await subnetMembers(hostAttributes, hosts, text);
    return members && { id: members[0].id, host: text, members: members.map(member) };
  },

  related: withChildren,

  async isMember({ id, parent }, read) {
    const owner = parent === undefined || parent === id ? undefined : await read(parent);
    return owner !== undefined && isParent(owner);
  },

  observed: observedMembers,
};

function idsOfState({ id, members }: HostState): string[] {
  return [...new Set([id ?? "", ...(members ?? []).map((member) => member.id ?? "")])];
}

/** The members of a resource after a read, with a note of those that are to be recreated. */
async function observedMembers({ state, objects, missing, privateState }: Observed<HostAttributes, "host">) {
  const hostOf = new Map((state.members ?? []).map(({ id, host }) => [id, host]));
  const members = await mapInBatches(objects, (object) => ({
    ...member(object),
    ...(object.host === undefined && { host: hostOf.get(object.id) ?? null }),
  }));
  // A missing parent is not recreated: its addresses still exist, and the subnet would duplicate them. Members that went missing
  // earlier and could not be recreated are not in state, only in private state.
  const gone = missing.flatMap((id) => hostOf.get(id) ?? []).filter((host) => !isSubnet(host));
  const lost = [...missingMembers.of(privateState), ...gone];
  const there = new Set(members.map(({ host }) => host));
  missingMembers.set(
    privateState,
    [...new Set(lost)].filter((address) => !there.has(canonicalHost(address))),
  );
  const isIdMissing = hostOf.has(state.id) && missing.includes(state.id ?? "");
  return {
    members,
    ...(isIdMissing && { id: members[0]?.id ?? state.id }),
    ...(isSubnet(state.host) && { host: state.host }),
  };
}

/** A member with a normalized address, because members are only shown. */
function member({ id, host }: ServiceObject<"host">): { id: string; host: string | null } {
  return { id, host: host === undefined ? null : canonicalHost(host) };
}

/**
 * Hosts in the order of their addresses, a parent before its children. The members of a resource are a list, because Terraform
 * compares large sets slowly: a plan of 4,096 members takes it ten times as long.
 */
function ordered(hosts: readonly Host[]): Host[] {
  const placed = hosts.map((object) => ({ object, place: addressOrder(object.host ?? "") }));
  placed.sort((a, b) => a.place - b.place || (a.object.id < b.object.id ? -1 : 1));
  return placed.map(({ object }) => object);
}

function addressOrder(host: string): number {
  const parsed = parseHost(host);
  if (parsed?.form === "subnet") return parsed.first - 0.5;
  return parsed?.form === "address" ? addressNumber(host) : -1;
}

/**
 * The hosts of a subnet with those that its resource does not know: the answer to the create did not name them, or they appeared
 * later, or an import names only their parent. They have the parent of the subnet and an address in it. Where the service returns no
 * parent, hosts with the same settings belong to it if they fill it: a few of them may be resources of their own.
 */
async function withChildren(
  state: HostState,
  objects: readonly Host[],
  list: () => Promise<readonly Host[]>,
  isAlike: (object: Host, other: Host) => boolean,
): Promise<readonly Host[]> {
  const [first] = objects;
  const subnet = parseSubnet(state.host ?? first?.host ?? "");
  if (subnet === undefined && !(first && isParent(first))) return objects;
  const placeOfHost = ({ host = "" }: Host) => subnet && indexInSubnet(subnet, host);
  const places = new Set((await mapInBatches(objects, placeOfHost)).filter((place) => place !== undefined));
  if (places.size === subnet?.size) return objects;
  const managed = new Set(idsOfState(state));
  const parents = new Set([state.id, ...objects.flatMap(({ parent }) => parent ?? [])]);
  const children: Host[] = [];
  const unrelated = new Map<number, Host>();
  const listed = new Map<string, Host>();
  for await (const some of inBatches(await list())) {
    for (const host of some) {
      const place = placeOfHost(host);
      if (managed.has(host.id)) {
        listed.set(host.id, host);
        if (place !== undefined) places.add(place);
        continue;
      }
      const isInside = place !== undefined || host.host === undefined || subnet === undefined;
      const isChild = isInside && parents.has(host.parent ?? "");
      if (isChild) children.push(host);
      if (place === undefined) continue;
      if (isChild) places.add(place);
      else if (!host.parent) unrelated.set(place, host);
    }
  }
  // The answer to a create may have only SIDs.
  const current = objects.map((object) => listed.get(object.id) ?? object);
  const isNew = ([place, host]: [number, Host]) =>
    !places.has(place) && current[0] && isAlike(current[0], host);
  const alike = [...unrelated].filter(isNew).map(([, host]) => host);
  const isFilled = places.size + alike.length === subnet?.size;
  const isImport = state.members === null;
  return [...current, ...ordered([...children, ...(isFilled || isImport ? alike : [])])];
}

function isParent({ type, host }: ServiceObject<"host">): boolean {
  return type === "ip_range" || isSubnet(host ?? null);
}

function isSubnet(text: string | null): boolean {
  return text !== null && parseSubnet(text) !== undefined;
}

/** The index in a subnet of the subnet itself, and of a host whose address is not returned. */
const [itself, unreported] = [-1, -2];

/** Finds the hosts of a subnet's create, in each of the forms in docs/design/open-points.md#10. */
async function matchSubnet(
  subnet: Subnet,
  objects: readonly Host[],
  matchesRequest: (host: Host) => boolean,
): Promise<Matches<"host">> {
  const all = await mapInBatches(objects, (object) => ({ object, place: placeOf(object, subnet) }));
  const placed = all.flatMap(({ object, place }) => (place === undefined ? [] : [{ object, place }]));
  placed.sort((a, b) => a.place - b.place);
  const near = placed.map(({ object }) => object);
  const places = new Set(placed.map(({ place }) => place));
  const parent = places.has(itself) ? near[0] : undefined;
  const children = near.length - (parent === undefined ? 0 : 1);
  // One host per address, these with their parent, or one for the subnet, whose children may still follow.
  const isComplete = children === subnet.size || (parent !== undefined && children === 0);
  if (!isComplete || places.size < near.length || places.has(unreported)) return { near };
  const isOurs = (host: Host) => matchesRequest(host) || (parent && host.parent === parent.id) === true;
  if ((await mapInBatches(near, isOurs)).includes(false)) return { near };
  return { near, same: near as unknown as CreatedObjects<"host">, mayGrow: near.length === 1 };
}

function placeOf({ host }: Host, subnet: Subnet): number | undefined {
  if (host === undefined) return unreported;
  return (
    indexInSubnet(subnet, host) ?? (parseSubnet(host)?.canonical === subnet.canonical ? itself : undefined)
  );
}
