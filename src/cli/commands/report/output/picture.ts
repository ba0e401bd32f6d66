import { groupedBy } from "../../../../service/groups";
import { counted } from "../../../output/text";
import { displayName } from "../../../output/values";
import type { Report, Structure } from "../report";
import { abbreviatedNames, type Content, html, type Markup, section } from "./markup";
import { drawing } from "./picture/drawing";
import { type Nodes, type Picture, type PictureFlow, type PictureNode, weightOf } from "./picture/model";
import { contactNodes, groupNodes, noGroup, noProfile, profileNodes } from "./picture/nodes";
import { table } from "./table";

const id = "structure";
const title = "Who is notified about what";

/** Profiles, contact groups and contacts with their connections, as a picture and as tables. */
export function pictureSection({ structure }: Report): Markup {
  const picture = pictureOf(structure);
  if (picture === undefined)
    return section({ id, title, say: "The account monitors nothing yet, and its contact groups are empty." });
  return section({
    ...{ id, title },
    say: "Profiles monitor hosts and certificates, which notify contact groups and their contacts. Widths are proportional to numbers. A host with several groups counts for each.",
    body: [
      drawing(picture, descriptionOf(structure)),
      html`<details><summary>The same in words</summary>
${[watchTable(structure), memberTable(structure)]}</details>`,
    ],
  });
}

function descriptionOf({ profiles, contact_groups: groups, contacts }: Structure): string {
  const counts = [
    counted(profiles.length, "profile"),
    counted(groups.length, "contact group"),
    counted(contacts.length, "contact"),
  ];
  return `${counts.join(", ")}. The tables below have the same in words.`;
}

function watchTable({ watches, names }: Structure): Content {
  const named = (sid: string | null) => (sid === null ? "none or unknown" : displayName(sid, names));
  return table({
    caption: "Profiles and the groups they notify",
    columns: [
      { title: "Profile", of: ({ profile }) => named(profile) },
      { title: "Contact group", of: ({ contact_group: group }) => named(group) },
      {
        title: "Objects",
        of: ({ kind, count }) => counted(count, kind === "host" ? "host" : "certificate monitor"),
      },
    ],
    rows: watches,
    command: "rblmonitor report --json",
  });
}

function memberTable({ contact_groups: groups, contacts, memberships, names }: Structure): Content {
  const inactive = new Map(contacts.map((contact) => [contact.id, contact.inactive]));
  const members = groupedBy(memberships, (membership) => membership.contact_group);
  const name = (sid: string) => {
    const status = inactive.get(sid);
    return `${displayName(sid, names)}${status ? ` (${status})` : ""}`;
  };
  return table({
    caption: "Contacts of each group",
    columns: [
      { title: "Contact group", of: (group) => displayName(group.id, names) },
      {
        title: "Contacts",
        of: (group) => {
          const all = (members.get(group.id) ?? []).map(({ contact }) => name(contact));
          return all.length === 0 ? "none" : abbreviatedNames(all);
        },
      },
    ],
    rows: groups,
    command: "rblmonitor report --json",
  });
}

/** The picture of an account; undefined if nothing in it is connected. */
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
  const reported = memberships.map(({ contact_group: group, contact }) => ({
    ...{ from: group, to: contact, weight: 1, tone: "hosts" as const },
  }));
  return {
    columns: [
      { title: "Profiles", nodes: profiles.nodes },
      { title: "Contact groups", nodes: groups.nodes },
      { title: "Contacts", nodes: contacts.nodes },
    ],
    flows: [
      joined(notified, profiles, groups, ({ weight, tone }) =>
        counted(weight, tone === "hosts" ? "host" : "certificate"),
      ),
      joined(reported, groups, contacts, ({ weight }) => counted(weight, "contact")),
    ],
  };
}

type Flow = Omit<PictureFlow, "title">;

/** One flow for all that connect the same two nodes. A flow to a node with a problem has the tone of that node. */
function joined(
  flows: readonly Flow[],
  left: Nodes,
  right: Nodes,
  words: (flow: Flow) => string,
): PictureFlow[] {
  const byKey = new Map<string, PictureNode>([...left.nodes, ...right.nodes].map((node) => [node.key, node]));
  const placed = flows.map((flow) => ({ ...flow, from: left.keyOf(flow.from), to: right.keyOf(flow.to) }));
  return [...groupedBy(placed, ({ from, to, tone }) => JSON.stringify([from, to, tone])).values()].flatMap(
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
