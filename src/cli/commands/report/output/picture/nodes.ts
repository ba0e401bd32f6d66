import { groupedBy, occurrences } from "../../../../../service/groups";
import { counted, countedIfAny, grouped } from "../../../../output/text";
import { displayName } from "../../../../output/values";
import type { Structure, StructureContact } from "../../report";
import { merged, mostNodes, type Nodes, type PictureNode, weightOf } from "./model";

/** The key for objects whose profile the API does not return. */
export const noProfile = "no profile";

/** The profiles, with what they check. Those that check nothing are drawn as one. */
export function profileNodes({ profiles, watches, names }: Structure): Nodes {
  const nodes: PictureNode[] = profiles.map(({ id, kind, count }) => {
    const isOfHosts = kind === "monitoring_profile";
    return {
      ...{ key: id, title: displayName(id, names), weight: count },
      tone: isOfHosts ? "hosts" : "certificates",
      details: [count === 0 ? "checks nothing" : counted(count, isOfHosts ? "host" : "certificate")],
    };
  });
  const unreported = watches.filter(({ profile }) => profile === null);
  if (unreported.length > 0) {
    const weight = unreported.reduce((sum, { count }) => sum + count, 0);
    nodes.push({ key: noProfile, title: "Unknown profile", weight, tone: "hosts", details: [] });
  }
  const [used, idle] = [nodes.filter(({ weight }) => weight > 0), nodes.filter(({ weight }) => weight === 0)];
  const isRoom = used.length < mostNodes;
  return merged(
    isRoom && idle.length > 1 ? [...used, severalProfiles(idle)] : nodes,
    mostNodes,
    severalProfiles,
  );
}

function severalProfiles(nodes: readonly PictureNode[]): PictureNode {
  const weight = weightOf(nodes);
  const [tone = "hosts", ...further] = new Set(nodes.map((node) => node.tone));
  const one = further.length > 0 ? "object" : tone === "certificates" ? "certificate" : "host";
  const details = [weight === 0 ? "check nothing" : counted(weight, one)];
  return {
    ...{ key: "more profiles", title: `${grouped(nodes.length)} more profiles`, weight },
    ...{ tone: further.length > 0 ? "hosts" : tone, details },
  };
}

/** The key for objects whose contact group the API does not return. */
export const noGroup = "no group";

/** The contact groups, with the objects that notify them. A notified group without an active contact is highlighted. */
export function groupNodes({ contact_groups: groups, watches, memberships, names }: Structure): Nodes {
  const unreachable = new Set(groups.filter((group) => group.unreachable).map(({ id }) => id));
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
    const users = countedIfAny([hosts, "host"], [monitors, "certificate"]);
    const weight = hosts + monitors;
    return {
      ...{ key: id, title: id === noGroup ? "Unknown group" : displayName(id, names), weight },
      tone: unreachable.has(id) && weight > 0 ? "action" : "hosts",
      details: [
        ...(unreachable.has(id) ? ["reaches no one"] : []),
        ...(weight > 0 ? users : ["not notified"]),
      ],
    };
  });
  return merged(nodes, mostNodes, severalGroups);
}

function severalGroups(nodes: readonly PictureNode[]): PictureNode {
  const wrong = nodes.filter(({ tone }) => tone === "action").length;
  return {
    ...{ key: "more groups", title: `${grouped(nodes.length)} more groups` },
    ...{ weight: weightOf(nodes), details: countedIfAny([wrong, "reaches no one", "reach no one"]) },
    tone: wrong === nodes.length ? "action" : "hosts",
  };
}

/** This many contacts are shown by name. More of them are shown by type. */
const mostContacts = 15;

/** The contacts. One that is pending or paused stands out. */
export function contactNodes({ contacts, memberships, names }: Structure): Nodes {
  const uses = occurrences(memberships.map(({ contact }) => contact));
  const usesOf = ({ id }: StructureContact) => uses.get(id) ?? 0;
  if (contacts.length <= mostContacts) {
    const nodes = contacts.map((contact): PictureNode => {
      const { id, type, inactive } = contact;
      const details = [inactive, type].filter((word) => word !== null);
      return {
        ...{ key: id, title: displayName(id, names), weight: usesOf(contact), details },
        tone: inactive === null ? "hosts" : "attention",
      };
    });
    return merged(nodes, mostContacts, severalContacts);
  }
  const nodes = [...groupedBy(contacts, typeOf)].map(([type, ofType]): PictureNode => {
    const inactiveCount = ofType.filter(({ inactive }) => inactive !== null).length;
    return {
      ...{ key: type, title: counted(ofType.length, `${type} contact`) },
      weight: ofType.reduce((sum, contact) => sum + usesOf(contact), 0),
      details: inactiveCount === 0 ? [] : [`${grouped(inactiveCount)} pending or paused`],
      tone: inactiveCount === ofType.length ? "attention" : "hosts",
    };
  });
  const types = new Map(contacts.map((contact) => [contact.id, typeOf(contact)]));
  const column = merged(nodes, mostNodes, severalContacts);
  return { ...column, keyOf: (id) => column.keyOf(types.get(id) ?? id) };
}

function typeOf({ type }: StructureContact): string {
  return type ?? "other";
}

function severalContacts(nodes: readonly PictureNode[]): PictureNode {
  const title = `Contacts of ${grouped(nodes.length)} more types`;
  return { key: "more contacts", title, weight: weightOf(nodes), details: [], tone: "hosts" };
}
