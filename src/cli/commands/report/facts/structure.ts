import { type ContactState, contactState } from "../../../../coverage/alerting";
import { occurrences } from "../../../../service/groups";
import type { ServiceObject } from "../../../../service/responses";
import type { AccountLists } from "../../../account/lists";
import { shownFields } from "../../../account/names";
import type { Structure, StructureProfile, UnreachableGroup, Watch } from "../report";

/** How profiles, what they check, groups and contacts hang together, counted. */
export function structureOf(lists: AccountLists, unreachable: readonly UnreachableGroup[]): Structure {
  const unreachableIds = new Set(unreachable.map(({ id }) => id));
  const contacts = lists.of("contact");
  return {
    watches: [
      ...watches("host", lists.of("host")),
      ...watches("certificate_monitor", lists.of("certificate_monitor")),
    ],
    memberships: contacts.flatMap(({ id, contact_group: groups = [] }) =>
      [...new Set(groups)].map((group) => ({ contact_group: group, contact: id })),
    ),
    profiles: [
      ...profiles("monitoring_profile", lists.of("monitoring_profile"), lists.of("host")),
      ...profiles("certificate_profile", lists.of("certificate_profile"), lists.of("certificate_monitor")),
    ],
    contact_groups: lists.of("contact_group").map(({ id }) => ({ id, unreachable: unreachableIds.has(id) })),
    contacts: contacts.map((contact) => ({
      id: contact.id,
      type: contact.type ?? null,
      inactive: inactiveState(contact),
    })),
    names: Object.fromEntries([
      ...[
        ...lists.of("monitoring_profile"),
        ...lists.of("certificate_profile"),
        ...lists.of("contact_group"),
      ].flatMap(({ id, name }) => (name === undefined ? [] : [[id, name]])),
      ...contacts
        .map((contact) => shownFields("contact", contact))
        .flatMap(({ id, contact }) => (contact === undefined ? [] : [[id, contact]])),
    ]),
  };
}

function inactiveState(contact: ServiceObject<"contact">): Exclude<ContactState, "active"> | null {
  const state = contactState(contact);
  return state === "active" ? null : state;
}

type Watched = Pick<ServiceObject<"host">, "profile" | "contact_group">;

/** One for each pair of profile and group, the most first. */
function watches(kind: Watch["kind"], objects: readonly Watched[]): Watch[] {
  const pairs = objects.flatMap(({ profile = null, contact_group: groups = [] }) =>
    (groups.length === 0 ? [null] : [...new Set(groups)]).map((group) => JSON.stringify([profile, group])),
  );
  return [...occurrences(pairs)]
    .map(([pair, count]) => {
      const [profile, contact_group] = JSON.parse(pair) as [string | null, string | null];
      return { kind, profile, contact_group, count };
    })
    .sort((a, b) => b.count - a.count);
}

/** The profiles of the list, and those that objects name and the list does not show. */
function profiles(
  kind: StructureProfile["kind"],
  listed: readonly { readonly id: string }[],
  objects: readonly Watched[],
): StructureProfile[] {
  const counts = occurrences(objects.flatMap(({ profile }) => profile ?? []));
  return [...new Map([...listed.map(({ id }) => [id, 0] as const), ...counts])]
    .map(([id, count]) => ({ id, kind, count }))
    .sort((a, b) => b.count - a.count);
}
