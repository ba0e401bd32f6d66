import { contactState } from "../../../../coverage/alerting";
import { type Coverage, profileKind } from "../../../../coverage/coverage";
import { groupedBy } from "../../../../service/groups";
import type { AccountLists } from "../../../account/lists";
import { countedIfAny } from "../../../output/text";

/** The connections of objects. */
export type Structure = ReturnType<typeof structureOf>;

/** How profiles, what they check, groups and contacts hang together, counted, the most first. */
export function structureOf(
  lists: AccountLists,
  { objects, groups }: Coverage,
  unreachable: readonly { readonly id: string; readonly unreached: Users }[],
) {
  const contacts = lists.of("contact");
  const unreachedIn = new Map(unreachable.map(({ id, unreached }) => [id, unreached]));
  const used = objects.flatMap(({ kind, profile: id }) =>
    id === undefined ? [] : [{ id, kind: profileKind[kind], count: 1 }],
  );
  const listed = Object.values(profileKind).flatMap((kind) =>
    lists.of(kind).map(({ id }) => ({ id, kind, count: 0 })),
  );
  return {
    watches: watchesOf(objects),
    /** Which contact is in which group. */
    memberships: contacts.flatMap(({ id, contact_group: ids = [] }) =>
      [...new Set(ids)].map((group) => ({ contact_group: group, contact: id })),
    ),
    /** The profiles of the lists, and those that objects name and no list shows, with their objects counted. */
    profiles: combined([...used, ...listed], ({ id }) => id).sort((a, b) => b.count - a.count),
    contact_groups: lists.of("contact_group").map(({ id }) => {
      const { reaches = "unknown" } = groups.get(id) ?? {};
      /** `unreached`: how many alert no one, with this group or another; null if it has an active contact. */
      return { id, reaches, unreachable: unreachedIn.has(id), unreached: unreachedIn.get(id) ?? null };
    }),
    contacts: contacts.map((contact) => {
      const state = contactState(contact);
      /** `inactive`: why the contact is not notified; null if it is. */
      return { id: contact.id, type: contact.type ?? null, inactive: state === "active" ? null : state };
    }),
    /** The names of profiles, groups and contacts, by their SIDs. */
    names: lists.names([...Object.values(profileKind), "contact_group", "contact"]),
  };
}

/** How many hosts or monitors of a profile notify a group, one for each pair; null: none, or not returned by the API. */
function watchesOf(objects: Coverage["objects"]) {
  const pairs = objects.flatMap(({ kind, profile = null, groups = [] }) =>
    (groups.length === 0 ? [null] : [...new Set(groups)]).map((group) => {
      return { kind, profile, contact_group: group, count: 1 };
    }),
  );
  return combined(pairs, (pair) => JSON.stringify(pair)).sort((a, b) => b.count - a.count);
}

/** Items with the same key as one, with their counts added. */
export function combined<T extends { readonly count: number }>(
  items: readonly T[],
  keyOf: (item: T) => string,
): T[] {
  return [...groupedBy(items, keyOf).values()].flatMap((same) =>
    same.slice(0, 1).map((first) => ({ ...first, count: total(same) })),
  );
}

/** How many there are together; an item without a count is one. */
export function total(items: readonly { readonly count?: number }[]): number {
  return items.reduce((sum, { count = 1 }) => sum + count, 0);
}

/** How many of some objects are hosts, and how many monitor certificates. */
export type Users = ReturnType<typeof usersOf>;

/** Objects by their kind; those with a count are that many. */
export function usersOf(objects: readonly { readonly kind: string; readonly count?: number }[]) {
  const of = (kind: string) => total(objects.filter((object) => object.kind === kind));
  return { hosts: of("host"), certificate_monitors: of("certificate_monitor") };
}

/** How many objects there are together. */
export function userCount({ hosts, certificate_monitors: monitors }: Users): number {
  return hosts + monitors;
}

/** `2 hosts` and `1 certificate`; a count of zero is left out. */
export function userTexts({ hosts, certificate_monitors: monitors }: Users): string[] {
  return countedIfAny([hosts, "host"], [monitors, "certificate"]);
}
