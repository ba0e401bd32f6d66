import { counted } from "../../../../../output/words";
import type { Structure } from "../../../report";
import { called } from "../called";
import { merged } from "./merged";
import { mostNodes, type Nodes, type PictureNode, weightOf } from "./model";

/** Stands for the profile of what the service tells none of. */
export const noProfile = "no profile";

/** The profiles, with what they check. Those that check nothing are drawn as one. */
export function profileNodes({ profiles, watches, names }: Structure): Nodes {
  const nodes: PictureNode[] = profiles.map(({ id, kind, count }) => {
    const isOfHosts = kind === "monitoring_profile";
    return {
      ...{ key: id, title: called(id, names), weight: count },
      tone: isOfHosts ? "hosts" : "certificates",
      details: [count === 0 ? "checks nothing" : counted(count, isOfHosts ? "host" : "certificate")],
    };
  });
  const untold = watches.filter(({ profile }) => profile === null);
  if (untold.length > 0) {
    const title = "Profile not told";
    nodes.push({ key: noProfile, title, weight: weightOf(countsOf(untold)), tone: "hosts", details: [] });
  }
  const [used, idle] = [nodes.filter(({ weight }) => weight > 0), nodes.filter(({ weight }) => weight === 0)];
  const isRoom = used.length < mostNodes;
  return merged(isRoom && idle.length > 1 ? [...used, several(idle)] : nodes, mostNodes, several);
}

function several(nodes: readonly PictureNode[]): PictureNode {
  const weight = weightOf(nodes);
  const [tone = "hosts", ...further] = new Set(nodes.map((node) => node.tone));
  const one = further.length > 0 ? "object" : tone === "certificates" ? "certificate" : "host";
  const details = [weight === 0 ? "check nothing" : counted(weight, one)];
  return {
    ...{ key: "more profiles", title: `${nodes.length.toLocaleString("en")} more profiles`, weight },
    ...{ tone: further.length > 0 ? "hosts" : tone, details },
  };
}

function countsOf(watches: Structure["watches"]): { weight: number }[] {
  return watches.map(({ count }) => ({ weight: count }));
}
