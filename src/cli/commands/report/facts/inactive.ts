import { type ContactState, contactState } from "../../../../coverage/alerting";
import type { Coverage } from "../../../../coverage/coverage";
import { groupText, reasonText } from "../../../../coverage/words";
import { kindTables } from "../../../../provider/data/kinds";
import { occurrences } from "../../../../service/groups";
import type { PausableKind } from "../../../../service/kinds";
import type { ServiceObject } from "../../../../service/responses";
import { type AccountLists, observed } from "../../../account/lists";
import { namesOfObject } from "../../../account/names";
import { compareNaturally } from "../../../output/order";
import { valueText } from "../../../output/values";
import type {
  InactiveContacts,
  ObjectWithStatus,
  Report,
  UncheckedObject,
  UnreachableGroup,
} from "../report";

/** Contacts that wait for their confirmation, those that are paused, and those whose status is unknown. */
export function inactiveContacts(lists: AccountLists): InactiveContacts | null {
  if (!lists.has("contact")) return null;
  const inactive = (state: ContactState) => {
    const contacts = lists.of("contact").filter((contact) => contactState(contact) === state);
    return observed(kindTables.contact, contacts, "contact", "id");
  };
  return { pending: inactive("pending"), paused: inactive("paused"), unknown: inactive("unknown") };
}

/** Whether everything is read that is connected with groups. What the account's plan does not include is not connected. */
export function hasConnections({ counts, complete }: Pick<Report, "counts" | "complete">): boolean {
  const kinds = ["host", "certificate_monitor", "contact", "contact_group"] as const;
  return complete || kinds.every((kind) => counts[kind] !== null);
}

/**
 * The contact groups without an active contact, those with the most hosts and monitors first. Null if the API does not
 * return the members of groups (docs/design/open-points.md#2).
 */
export function unreachableGroups(lists: AccountLists, { groups }: Coverage): UnreachableGroup[] | null {
  const isReported =
    lists.has("contact") && lists.of("contact").every(({ contact_group }) => contact_group !== undefined);
  if (!isReported || !lists.has("contact_group")) return null;
  const hosts = usesOf(lists.of("host"));
  const monitors = usesOf(lists.of("certificate_monitor"));
  return lists
    .of("contact_group")
    .flatMap(({ id, is_default: isDefault }) => {
      const group = groups.get(id);
      if (group === undefined || group.reaches === "yes") return [];
      const { contacts, reaches, name } = group;
      const count = Object.values(contacts).reduce((sum, number) => sum + number, 0);
      const used = { hosts: hosts.get(id) ?? 0, certificate_monitors: monitors.get(id) ?? 0 };
      const isUnusedDefault = isDefault === true && userCount(used) === 0;
      return [
        {
          id,
          name,
          reaches,
          why: groupText(group),
          contacts: count,
          ...used,
          is_unused_default: isUnusedDefault,
        },
      ];
    })
    .sort((a, b) => userCount(b) - userCount(a) || compareNaturally(a.name ?? a.id, b.name ?? b.id));
}

/** Whether a host or a certificate monitor notifies a group. */
export function isUsed(group: UnreachableGroup): boolean {
  return userCount(group) > 0;
}

function userCount({
  hosts,
  certificate_monitors,
}: Pick<UnreachableGroup, "hosts" | "certificate_monitors">): number {
  return hosts + certificate_monitors;
}

function usesOf(
  objects: readonly Pick<ServiceObject<"host">, "contact_group">[],
): ReadonlyMap<string, number> {
  return occurrences(objects.flatMap(({ contact_group: groups }) => [...new Set(groups)]));
}

/** Hosts and certificate monitors that nothing checks although they are not paused. */
export function uncheckedObjects(lists: AccountLists, { objects }: Coverage): UncheckedObject[] {
  const profiles = [...lists.of("monitoring_profile"), ...lists.of("certificate_profile")];
  const names = Object.fromEntries(
    profiles.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name]])),
  );
  return objects
    .filter(({ watch }) => watch.watched === "no" && watch.reason !== "paused")
    .map((object) => {
      const { kind, id, key, name, profile } = object;
      const reason = reasonText(object, valueText(profile ?? null, names));
      return { kind, id, key, ...(name !== null && { name }), reason };
    })
    .sort((a, b) => compareNaturally(a.key, b.key));
}

/** The kinds of the part about paused objects; contacts have their own part. */
export const checkedKinds = [
  "host",
  "certificate_monitor",
  "source",
] as const satisfies readonly PausableKind[];

/** The hosts, certificate monitors and sources with such a status, by kind and by what they are called. */
export function objectsWithStatus(
  lists: AccountLists,
  matches: (status: string | undefined) => boolean,
): ObjectWithStatus[] {
  return checkedKinds.flatMap((kind) =>
    lists
      .of(kind)
      .filter(({ status }) => matches(status))
      .map((object) => ({ ...namesOfObject(kind, object), status: object.status ?? "" }))
      .sort((a, b) => compareNaturally(a.key ?? a.id, b.key ?? b.id)),
  );
}
