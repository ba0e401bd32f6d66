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
import type { State, Unknown } from "../../terraform";
import type { Account } from "../account";
import { range } from "../cost";
import type { HostAttributes } from "../host";
import { missingMembers } from "../managed/notes";
import type { CreatedObjects, LookAlikes, MatchInput, Observed, Several } from "../managed/object";
import { monitoredAlready } from "./hosts";
import { recreatedMembers, subnetMembers } from "./import";

type Host = ServiceObject<"host">;
type HostState = State<HostAttributes>;

/** The hosts of a subnet as one resource. The service may create one per address (docs/design/open-points.md#10). */
export const subnetHosts = (attributes: HostAttributes): Several<HostAttributes, "host"> => ({
  identifier: {
    attribute: "host",
    of: (value) => parseSubnet(value)?.canonical,
    description: "For a subnet: its CIDR, such as `198.51.100.16/29`.",
  },

  ids: ({ id, members }) => [...new Set([id ?? "", ...(members ?? []).map((member) => member.id ?? "")])],

  createdCount({ host }) {
    // One host, or one per address, perhaps with a parent.
    const subnet = typeof host === "string" ? parseSubnet(host) : undefined;
    return subnet === undefined ? range(1) : range(1, subnet.size + 1);
  },

  match: matchHosts,

  created(objects, prior) {
    const members = objects.map(member);
    if (prior !== null) return { members: ordered([...(prior.members ?? []), ...members]) };
    const parent = objects.find((object) => object.parent)?.parent;
    return { id: parent ?? objects[0]?.id ?? null, members: ordered(members) };
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

  gather(hosts, text) {
    const members = subnetMembers(attributes, hosts, text);
    return members && { id: members[0].id, host: text, members: members.map(member) };
  },

  related: ({ context, state }, objects) =>
    state.members === null ? withChildren(attributes, context, objects) : Promise.resolve(objects),

  owner: ({ parent }) => parent,

  isOwner: isParent,

  observed: observedMembers,
});

/** The members of a resource after a read, with a note of those that are to be recreated. */
async function observedMembers({
  state,
  objects,
  missing,
  privateState,
}: Observed<HostAttributes, "host">): Promise<Partial<HostState>> {
  const known = new Map((state.members ?? []).map(({ id, host }) => [id, host]));
  const members = ordered(
    await mapInBatches(
      objects.filter(({ id }) => state.members === null || known.has(id)),
      (object) => ({
        ...member(object),
        ...(object.host === undefined && { host: known.get(object.id) ?? null }),
      }),
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
}

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
export function ordered<M extends { readonly id: string | null | Unknown; readonly host: string | null }>(
  members: readonly M[],
): M[] {
  const placed = members.map((each) => ({ each, place: addressOrder(each.host ?? "") }));
  return placed
    .sort((a, b) => a.place - b.place || (String(a.each.id) < String(b.each.id) ? -1 : 1))
    .map(({ each }) => each);
}

function addressOrder(host: string): number {
  const parsed = parseHost(host);
  if (parsed?.form === "subnet") return parsed.first - 0.5;
  return parsed?.form === "address" ? addressNumber(host) : -1;
}

/** An imported parent with its children; a single host has none. */
async function withChildren(
  attributes: HostAttributes,
  context: Account,
  objects: readonly ServiceObject<"host">[],
): Promise<readonly ServiceObject<"host">[]> {
  const [first] = objects;
  if (first === undefined || !isParent(first)) return objects;
  const all = await (await context.reader("host")).readAll();
  const children = all.filter(({ id, parent }) => parent === first.id && id !== first.id);
  return [first, ...children, ...recreatedMembers(attributes, first, all)];
}

function isParent({ type, host }: ServiceObject<"host">): boolean {
  return type === "ip_range" || isSubnet(host ?? null);
}

function isSubnet(text: string | null): boolean {
  return text !== null && parseSubnet(text) !== undefined;
}

/** A host and its index in a subnet: -1 for the subnet itself, -2 for a host with an unreturned address. */
interface Placed {
  readonly object: Host;
  readonly place: number;
}

const itself = -1;
const unreported = -2;

/** Finds the hosts of a subnet's create, in each of the forms in docs/design/open-points.md#10; undefined for another host. */
export function matchHosts(input: MatchInput<"host">): Promise<LookAlikes<"host">> | undefined {
  const subnet = parseSubnet(String(input.body.host));
  return subnet && matchSubnet(subnet, input);
}

async function matchSubnet(subnet: Subnet, input: MatchInput<"host">): Promise<LookAlikes<"host">> {
  const placed: Placed[] = [];
  for await (const some of inBatches(input.objects)) {
    for (const object of some) {
      const place = placeOf(object, subnet);
      if (place !== undefined) placed.push({ object, place });
    }
  }
  placed.sort((a, b) => a.place - b.place);
  const near = placed.map(({ object }) => object);
  if (!(await isWholeSubnet(placed, subnet, input))) return { near };
  return { near, same: near as unknown as CreatedObjects<"host">, mayGrow: near.length === 1 };
}

function placeOf({ host }: Host, subnet: Subnet): number | undefined {
  if (host === undefined) return unreported;
  return (
    indexInSubnet(subnet, host) ?? (parseSubnet(host)?.canonical === subnet.canonical ? itself : undefined)
  );
}

/**
 * Whether these are all hosts of a subnet: one per address, these with their parent, or one for the subnet, whose children
 * may still follow.
 */
async function isWholeSubnet(
  placed: readonly Placed[],
  { size }: Subnet,
  { matchesRequest: isAsSent }: MatchInput<"host">,
): Promise<boolean> {
  const isDistinct = placed.every(
    ({ place }, index) => place !== unreported && place !== placed[index - 1]?.place,
  );
  const parent = placed[0]?.place === itself ? placed[0].object : undefined;
  const children = placed.length - (parent === undefined ? 0 : 1);
  const isComplete = children === size || (parent !== undefined && children === 0);
  if (!isDistinct || !isComplete) return false;
  for await (const some of inBatches(placed)) {
    const isOurs = ({ object }: Placed) =>
      isAsSent(object) || (parent !== undefined && object.parent === parent.id);
    if (!some.every(isOurs)) return false;
  }
  return true;
}
