import { kindTables } from "../../../../provider/data/kinds";
import { occurrences } from "../../../../service/groups";
import type { PausableKind } from "../../../../service/kinds";
import type { ServiceObject } from "../../../../service/responses";
import { isPausedStatus, isPendingStatus } from "../../../../service/status";
import { type AccountLists, observed } from "../../../account/lists";
import { namesOfObject } from "../../../account/names";
import { compareNaturally } from "../../../output/order";
import type { InactiveContacts, ObjectWithStatus, Report, UnreachableGroup } from "../report";

type Contact = ServiceObject<"contact">;

/** Contacts that wait for their confirmation, and those that are paused. */
export function inactiveContacts(lists: AccountLists): InactiveContacts | null {
  if (!lists.has("contact")) return null;
  const inactive = (status: "pending" | "paused") => {
    const contacts = lists.of("contact").filter((contact) => inactiveStatus(contact) === status);
    return observed(kindTables.contact, contacts, "contact", "id");
  };
  return { pending: inactive("pending"), paused: inactive("paused") };
}

/** Why a contact is not notified; null if it is. An undocumented status is not a reason (docs/design/open-points.md#4). */
export function inactiveStatus({ status }: Contact): "pending" | "paused" | null {
  if (isPausedStatus(status)) return "paused";
  return isPendingStatus(status) ? "pending" : null;
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
export function unreachableGroups(lists: AccountLists): UnreachableGroup[] | null {
  const contacts = lists.of("contact");
  const isReported =
    lists.has("contact") && contacts.every(({ contact_group }) => contact_group !== undefined);
  if (!isReported || !lists.has("contact_group")) return null;
  const all = usesOf(contacts);
  const reached = usesOf(contacts.filter((contact) => inactiveStatus(contact) === null));
  const hosts = usesOf(lists.of("host"));
  const monitors = usesOf(lists.of("certificate_monitor"));
  return lists
    .of("contact_group")
    .filter(({ id }) => !reached.has(id))
    .map(({ id, name = null }) => ({
      id,
      name,
      contacts: all.get(id) ?? 0,
      hosts: hosts.get(id) ?? 0,
      certificate_monitors: monitors.get(id) ?? 0,
    }))
    .sort((a, b) => userCount(b) - userCount(a) || compareNaturally(a.name ?? a.id, b.name ?? b.id));
}

/** Whether a host or a certificate monitor notifies a group. */
export function isUsed(group: UnreachableGroup): boolean {
  return userCount(group) > 0;
}

function userCount({ hosts, certificate_monitors }: UnreachableGroup): number {
  return hosts + certificate_monitors;
}

function usesOf(
  objects: readonly Pick<ServiceObject<"host">, "contact_group">[],
): ReadonlyMap<string, number> {
  return occurrences(objects.flatMap(({ contact_group: groups }) => [...new Set(groups)]));
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
