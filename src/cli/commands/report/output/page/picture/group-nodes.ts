import { counted } from "../../../../../output/words";
import type { Structure } from "../../../report";
import { called } from "../called";
import { merged } from "./merged";
import { mostNodes, type Nodes, type PictureNode, weightOf } from "./model";

/** Stands for the group of what the service tells none of. */
export const noGroup = "no group";

/** The contact groups, with what notifies them. One that is notified and reaches nobody stands out. */
export function groupNodes({ contact_groups: groups, watches, memberships, names }: Structure): Nodes {
  const silent = new Set(groups.filter((group) => group.silent).map(({ id }) => id));
  const uses = new Map<string, { host: number; certificate_monitor: number }>();
  for (const { contact_group, kind, count } of watches) {
    const use = uses.get(contact_group ?? noGroup) ?? { host: 0, certificate_monitor: 0 };
    use[kind] += count;
    uses.set(contact_group ?? noGroup, use);
  }
  const ids = new Set([
    ...groups.map(({ id }) => id),
    ...uses.keys(),
    ...memberships.map((membership) => membership.contact_group),
  ]);
  const nodes = [...ids].map((id): PictureNode => {
    const { host: hosts = 0, certificate_monitor: monitors = 0 } = uses.get(id) ?? {};
    const users = [
      ...(hosts > 0 ? [counted(hosts, "host")] : []),
      ...(monitors > 0 ? [counted(monitors, "certificate")] : []),
    ];
    const weight = hosts + monitors;
    return {
      ...{ key: id, title: id === noGroup ? "Group not told" : called(id, names), weight },
      tone: silent.has(id) && weight > 0 ? "action" : "hosts",
      details: [...(silent.has(id) ? ["reaches nobody"] : []), ...(weight > 0 ? users : ["not notified"])],
    };
  });
  return merged(nodes, mostNodes, several);
}

function several(nodes: readonly PictureNode[]): PictureNode {
  const wrong = nodes.filter(({ tone }) => tone === "action").length;
  const reach = `${wrong.toLocaleString("en")} ${wrong === 1 ? "reaches" : "reach"} nobody`;
  return {
    ...{ key: "more groups", title: `${nodes.length.toLocaleString("en")} more groups` },
    ...{ weight: weightOf(nodes), details: wrong === 0 ? [] : [reach] },
    tone: wrong === nodes.length ? "action" : "hosts",
  };
}
