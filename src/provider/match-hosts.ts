import { inBatches } from "../client/batches";
import { canonicalHost, indexInSubnet, parseSubnet, type Subnet } from "../service/addresses";
import type { ServiceObject } from "../service/responses";
import { matchByKey } from "./managed/match-created";
import type { MatchInput, MatchResult } from "./managed/object";

type Host = ServiceObject<"host">;

/** A host and its index in a subnet: -1 for the subnet itself, -2 for a host with an unreturned address. */
interface Placed {
  readonly object: Host;
  readonly place: number;
}

const itself = -1;
const unreported = -2;

const oneHost = matchByKey<"host">(
  ({ host }) => host,
  (reported, body) => canonicalHost(reported) === canonicalHost(String(body.host)),
);

/** Finds the hosts of a create, for a subnet in each of the forms in docs/design/open-points.md#10. */
export async function matchHosts(traces: MatchInput<"host">): Promise<MatchResult<"host">> {
  const subnet = parseSubnet(String(traces.body.host));
  if (subnet === undefined) return oneHost(traces);
  const placed: Placed[] = [];
  for await (const some of inBatches(traces.objects)) {
    for (const object of some) {
      const place = placeOf(object, subnet);
      if (place !== undefined) placed.push({ object, place });
    }
  }
  placed.sort((a, b) => a.place - b.place);
  const near = placed.map(({ object }) => object);
  const isComplete = await isWholeSubnet(placed, subnet, traces);
  return { candidates: near, ...(isComplete && { created: near, mayGrow: near.length === 1 }) };
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
