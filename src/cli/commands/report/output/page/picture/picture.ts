import { counted } from "../../../../../output/words";
import type { Structure } from "../../../report";
import { grouped, type Nodes, type Picture, type PictureFlow, type PictureNode, weightOf } from "./model";
import { contactNodes, groupNodes, noGroup, noProfile, profileNodes } from "./nodes";

/** The picture of an account; undefined when nothing in it hangs together. */
export function pictureOf(structure: Structure): Picture | undefined {
  const { watches, memberships } = structure;
  if (watches.length + memberships.length === 0) return undefined;
  const profiles = profileNodes(structure);
  const groups = groupNodes(structure);
  const contacts = contactNodes(structure);
  const notified = watches.map(({ kind, profile, contact_group: group, count }) => ({
    ...{ from: profile ?? noProfile, to: group ?? noGroup, weight: count },
    tone: kind === "host" ? ("hosts" as const) : ("certificates" as const),
  }));
  const told = memberships.map(({ contact_group: group, contact }) => ({
    ...{ from: group, to: contact, weight: 1, tone: "hosts" as const },
  }));
  return {
    columns: [
      { title: "Profiles, and what they check", nodes: profiles.nodes },
      { title: "Contact groups", nodes: groups.nodes },
      { title: "Contacts", nodes: contacts.nodes },
    ],
    flows: [
      joined(notified, profiles, groups, ({ weight, tone }) =>
        counted(weight, tone === "hosts" ? "host" : "certificate"),
      ),
      joined(told, groups, contacts, ({ weight }) => counted(weight, "contact")),
    ],
  };
}

type Flow = Omit<PictureFlow, "title">;

/** One flow for all that connect the same two nodes. What ends at something that is wrong is drawn as that. */
function joined(
  flows: readonly Flow[],
  left: Nodes,
  right: Nodes,
  words: (flow: Flow) => string,
): PictureFlow[] {
  const byKey = new Map<string, PictureNode>([...left.nodes, ...right.nodes].map((node) => [node.key, node]));
  const placed = flows.map((flow) => ({ ...flow, from: left.keyOf(flow.from), to: right.keyOf(flow.to) }));
  return [...grouped(placed, ({ from, to, tone }) => JSON.stringify([from, to, tone])).values()].flatMap(
    (same) => {
      const [first] = same;
      if (first === undefined) return [];
      const flow = { ...first, weight: weightOf(same) };
      const [from, to] = [byKey.get(flow.from), byKey.get(flow.to)];
      const isWrong = to?.tone === "action" || to?.tone === "attention";
      return [
        {
          ...flow,
          title: `${from?.title} → ${to?.title}: ${words(flow)}`,
          tone: isWrong ? to.tone : flow.tone,
        },
      ];
    },
  );
}
