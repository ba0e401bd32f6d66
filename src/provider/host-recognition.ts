import { canonicalHost, parseHost, subnetAddresses } from "../service/addresses";
import type { ServiceObject } from "../service/responses";
import { oneByKey } from "./managed/recognition";
import type { Recognised, Traces } from "./managed/traces";

type Host = ServiceObject<"host">;

const oneHost = oneByKey<"host">(
  ({ host }) => host,
  (told, body) => canonicalHost(told) === canonicalHost(String(body.host)),
);

/** Finds what a create made of a host, or of a subnet in any of the ways of gaps 10. */
export function recogniseHosts(traces: Traces<"host">): Recognised<"host"> {
  const subnet = parseHost(String(traces.body.host));
  if (subnet?.form !== "subnet") return oneHost(traces);
  const addresses = subnetAddresses(subnet);
  const places = new Map([subnet.canonical, ...addresses].map((place, index) => [place, index]));
  const placeOf = ({ host }: Host) => (host === undefined ? undefined : places.get(canonicalHost(host)));
  const near = traces.objects
    .filter((object) => object.host === undefined || placeOf(object) !== undefined)
    .sort((a, b) => (placeOf(a) ?? -1) - (placeOf(b) ?? -1));
  const isWhole = isWholeSubnet(near, placeOf, addresses.length, traces);
  return { near, ...(isWhole && { made: near, mayGrow: near.length === 1 }) };
}

/**
 * Whether that is all that a subnet makes: a host for each address, these and their parent, or one for the subnet,
 * which may be a parent whose children are still to come.
 */
function isWholeSubnet(
  near: readonly Host[],
  placeOf: (object: Host) => number | undefined,
  size: number,
  { isAsSent }: Traces<"host">,
): boolean {
  const found = near.map(placeOf);
  const isDistinct = !found.includes(undefined) && new Set(found).size === found.length;
  const parent = found[0] === 0 ? near[0] : undefined;
  const children = near.length - (parent === undefined ? 0 : 1);
  const isComplete = children === size || (parent !== undefined && children === 0);
  const isOurs = (object: Host) => isAsSent(object) || (parent !== undefined && object.parent === parent.id);
  return isDistinct && isComplete && near.every(isOurs);
}
