import { groupedBy, occurrences } from "../../../../service/groups";
import { countedIfAny, grouped } from "../../../output/text";
import { displayName, type Names } from "../../../output/values";
import {
  combined,
  type Structure,
  total,
  type Users,
  userCount,
  usersOf,
  userTexts,
} from "../facts/structure";

/** A profile, a contact group, a contact, or several of these as one. */
export interface DiagramNode {
  readonly title: string;
  /** The most important first. */
  readonly details: readonly string[];
  /** The same as one text, followed by shorter texts for a place where that does not fit. */
  readonly labels: readonly string[];
  /** Its size relative to its column. */
  readonly weight: number;
  /** Its colour: that of its content, or of its problem as in the summary. */
  readonly tone: "hosts" | "certificates" | "attention" | "action";
}

/** Profiles, the groups that are notified of what they check, and the contacts in these; no column without a node. */
export type Diagram = NonNullable<ReturnType<typeof diagramOf>>;

/** Connections of two nodes in neighbouring columns. */
export type DiagramFlow = Diagram["flows"][number];

/** A column has at most this many nodes. */
export const maxNodes = 9;

/** Up to this many contacts have nodes of their own. More of them are combined by type. */
const maxContacts = 15;

/** The key of objects whose profile or group the API does not return. */
const unknown = "unknown";

/** The diagram of an account; undefined if nothing in it is connected. */
export function diagramOf(structure: Structure) {
  const { watches, memberships } = structure;
  if (watches.length + memberships.length === 0) return undefined;
  const profiles = profileColumn(structure);
  const groups = groupColumn(structure);
  const contacts = contactColumn(structure);
  const nouns = { host: "host", certificate_monitor: "certificate" } as const;
  const flows = [
    ...watches.map(({ kind, profile, contact_group: group, count }) => {
      const ends = { source: profiles.nodeOf(profile ?? unknown), target: groups.nodeOf(group ?? unknown) };
      return { ...ends, count, noun: nouns[kind] };
    }),
    ...memberships.map(({ contact_group: group, contact }) => {
      const ends = { source: groups.nodeOf(group), target: contacts.nodeOf(contact) };
      return { ...ends, count: 1, noun: "contact" as const };
    }),
  ];
  const columns = [profiles, groups, contacts].filter(({ nodes }) => nodes.length > 0);
  const order = columns.flatMap(({ nodes }) => nodes);
  return {
    columns: columns.map(({ title, nodes }) => ({ title, nodes })),
    flows: combined(flows, ({ source, target, noun }) =>
      [order.indexOf(source), order.indexOf(target), noun].join(" "),
    ),
  };
}

/**
 * The nodes of a column, the largest first, and the node of each object. Objects without a connection share the last node,
 * as do the smallest where there are too many. What needs action is not lost among these while there is room.
 * @param objects those of each node
 */
function column<T extends { readonly id: string }>(
  title: string,
  objects: readonly (readonly T[])[],
  max: number,
  describe: (some: readonly T[]) => DiagramNode,
) {
  const all = objects.map((some) => ({ some, node: describe(some) }));
  all.sort((a, b) => b.node.weight - a.node.weight);
  const busy = all.filter(({ node: { weight, tone } }) => weight > 0 || tone === "attention");
  const urgency = ({ node }: (typeof all)[number]) => Number(node.tone === "action");
  const first = new Set(busy.sort((a, b) => urgency(b) - urgency(a)).slice(0, max - 1));
  const rest = all.filter((each) => !first.has(each));
  const others = rest.flatMap(({ some }) => some);
  const last = rest.length > 1 ? [{ some: others, node: describe(others) }] : rest;
  const shown = [...all.filter((each) => first.has(each)), ...last];
  const byId = new Map(shown.flatMap(({ some, node }) => some.map(({ id }) => [id, node])));
  // Each column has all objects that connections name.
  return { title, nodes: shown.map(({ node }) => node), nodeOf: (id: string) => byId.get(id) as DiagramNode };
}

/** The profiles, with what they check. */
function profileColumn({ profiles, watches, names }: Structure) {
  const unreported = watches.filter(({ profile }) => profile === null);
  const others =
    unreported.length === 0 ? [] : [{ id: unknown, kind: "monitoring_profile", count: total(unreported) }];
  const objects = [...profiles, ...others].map((profile) => [profile]);
  return column("Profiles", objects, maxNodes, (some) => {
    const ofHosts = some.filter(({ kind }) => kind === "monitoring_profile");
    const hosts = total(ofHosts);
    return {
      title: titleOf(some, "profile", names),
      weight: total(some),
      tone: ofHosts.length === 0 ? "certificates" : "hosts",
      ...labelled(total(some) === 0 ? ["not used"] : [], {
        hosts,
        certificate_monitors: total(some) - hosts,
      }),
    };
  });
}

/** What a group says that reaches no one, or may not, and several: where alerts are lost, and where other groups get them all. */
const reachWords = {
  no: { lost: ["reaches no one", "reach no one"], spare: ["no active contact", "without an active contact"] },
  unknown: { lost: ["may reach no one", "may reach no one"], spare: ["status unknown", "of unknown status"] },
} as const;

/** The contact groups, with the objects that notify them. A notified group without an active contact is highlighted. */
function groupColumn({ contact_groups: groups, watches, memberships, names }: Structure) {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const users = groupedBy(watches, (watch) => watch.contact_group ?? unknown);
  const members = memberships.map((membership) => membership.contact_group);
  const ids = new Set([...byId.keys(), ...users.keys(), ...members]);
  const objects = [...ids].map((id) => [{ id }]);
  return column("Contact groups", objects, maxNodes, (some) => {
    const watched = some.flatMap(({ id }) => users.get(id) ?? []);
    const wrong = some.flatMap(({ id }) => {
      const { unreached, reaches } = byId.get(id) ?? {};
      return unreached && (some.length === 1 || users.has(id)) ? { ...unreached, reaches } : [];
    });
    const unreached = {
      hosts: total(wrong.map(({ hosts: count }) => ({ count }))),
      certificate_monitors: total(wrong.map(({ certificate_monitors: count }) => ({ count }))),
    };
    // Other groups may reach someone about all that a group without an active contact is notified of.
    const isLoss = watched.length === 0 || userCount(unreached) > 0;
    const states = (["no", "unknown"] as const).flatMap((reaches) => {
      const { length } = wrong.filter((group) => group.reaches === reaches);
      const [one, several] = reachWords[reaches][isLoss ? "lost" : "spare"];
      return countedIfAny([length, one, several]).map((text) => (some.length === 1 ? one : text));
    });
    const isCertain = wrong.some(({ reaches }) => reaches === "no");
    return {
      title: titleOf(some, "group", names),
      weight: total(watched),
      tone: wrong.length < some.length || watched.length === 0 ? "hosts" : isCertain ? "action" : "attention",
      ...labelled(
        watched.length === 0 ? [...states, "not notified"] : states,
        wrong.length > 0 && isLoss ? unreached : usersOf(watched),
      ),
    };
  });
}

/** The contacts. One that is pending or paused stands out. */
function contactColumn({ contacts, memberships, names }: Structure) {
  const isFew = contacts.length <= maxContacts;
  const objects = [...groupedBy(contacts, ({ id, type }) => (isFew ? id : type)).values()];
  const uses = occurrences(memberships.map(({ contact }) => contact));
  return column("Contacts", objects, isFew ? maxContacts : maxNodes, (some) => {
    const inactive = some.flatMap((contact) => contact.inactive ?? []);
    const several = countedIfAny([inactive.length, "pending or paused", "pending or paused"]);
    const [type = "", ...otherTypes] = new Set(some.map((contact) => contact.type ?? "other"));
    return {
      title: titleOf(some, "contact", names, otherTypes.length > 0 ? undefined : type),
      weight: some.reduce((sum, { id }) => sum + (uses.get(id) ?? 0), 0),
      tone: inactive.length === some.length ? "attention" : "hosts",
      ...labelled(some.length === 1 ? [...inactive, type] : several),
    };
  });
}

/** What a node says of its state and of the objects that it counts: its labels have all of these, their sum, or none. */
function labelled(states: readonly string[], users: Users = usersOf([])) {
  const details = [...states, ...userTexts(users)];
  const summed = [...states, ...countedIfAny([userCount(users), "object"])];
  const labels = [details, summed, states, states.slice(0, 1)].map((words) => words.join(" · "));
  return { details, labels: labels.filter((label) => label !== "") };
}

function titleOf(some: readonly { readonly id: string }[], noun: string, names: Names, which = "more") {
  const [id = unknown] = some.map((object) => object.id);
  if (some.length > 1) return `${grouped(some.length)} ${which} ${noun}s`;
  return id === unknown ? `Unknown ${noun}` : displayName(id, names);
}
