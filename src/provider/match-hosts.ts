import { inBatches } from "../client/batches";
import { indexInSubnet, parseSubnet, type Subnet } from "../service/addresses";
import type { ServiceObject } from "../service/responses";
import type { CreatedObjects, LookAlikes, MatchInput } from "./managed/object";

type Host = ServiceObject<"host">;

/** A host and its index in a subnet: -1 for the subnet itself, -2 for a host with an unreturned address. */
interface Placed {
  readonly object: Host;
  readonly place: number;
}

const itself = -1;
const unreported = -2;

/** Finds the hosts of a subnet, in each of the forms in docs/design/open-points.md#10; undefined for another host. */
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
