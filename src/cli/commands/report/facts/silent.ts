import { contactData } from "../../../../provider/data/contact";
import type { PausableKind } from "../../../../service/kinds";
import type { ServiceObject } from "../../../../service/responses";
import { isPausedStatus } from "../../../../service/status";
import { type AccountLists, observed } from "../../../account/lists";
import { type NamedObject, namesOfObject } from "../../../account/names";
import { inWords } from "../../../output/order";
import type { SilentContacts, SilentGroup } from "../report";

type Contact = ServiceObject<"contact">;

/** Contacts that wait for their confirmation, and those that are paused. */
export function silentContacts(lists: AccountLists): SilentContacts | null {
  if (!lists.has("contact")) return null;
  const contacts = lists.of("contact");
  const reported = (isWanted: (contact: Contact) => boolean) =>
    observed(contactData, contacts.filter(isWanted), "contact", "id");
  return {
    pending: reported((contact) => silenceOf(contact) === "pending"),
    paused: reported((contact) => silenceOf(contact) === "paused"),
  };
}

/** Why a contact is told nothing; null if it is told. A word that nobody has documented is no reason (docs/design/open-points.md#4). */
export function silenceOf({ status }: Contact): "pending" | "paused" | null {
  if (isPausedStatus(status)) return "paused";
  return status?.toLowerCase() === "pending" ? "pending" : null;
}

/**
 * The contact groups that tell nobody: without a contact, or with contacts that are all pending or paused. Those that
 * most is told to come first. Null where the service does not tell who is in which group (docs/design/open-points.md#2).
 */
export function silentGroups(lists: AccountLists): SilentGroup[] | null {
  const contacts = lists.of("contact");
  const isReported =
    lists.has("contact") && contacts.every(({ contact_group }) => contact_group !== undefined);
  if (!isReported || !lists.has("contact_group")) return null;
  const all = usesOf(contacts);
  const reached = usesOf(contacts.filter((contact) => silenceOf(contact) === null));
  const hosts = usesOf(lists.of("host"));
  const monitors = usesOf(lists.of("certificate_monitor"));
  return lists
    .of("contact_group")
    .filter(({ id }) => !reached.has(id))
    .map(({ id, name = null }) => ({
      ...{ id, name, contacts: all.get(id) ?? 0 },
      hosts: hosts.get(id) ?? 0,
      certificate_monitors: monitors.get(id) ?? 0,
    }))
    .sort((a, b) => used(b) - used(a) || inWords(a.name ?? a.id, b.name ?? b.id));
}

/** How many objects notify a group. */
export function used({ hosts, certificate_monitors }: SilentGroup): number {
  return hosts + certificate_monitors;
}

function usesOf(
  objects: readonly Pick<ServiceObject<"host">, "contact_group">[],
): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const { contact_group: groups = [] } of objects)
    for (const group of new Set(groups)) uses.set(group, (uses.get(group) ?? 0) + 1);
  return uses;
}

/** What is not checked now, or not asked; contacts have a part of their own. */
const checkedKinds = ["host", "certificate_monitor", "source"] as const satisfies readonly PausableKind[];

/** The hosts, certificate monitors and sources that are paused, by kind and by what they are called. */
export function pausedObjects(lists: AccountLists): NamedObject[] {
  return checkedKinds.flatMap((kind) =>
    lists
      .of(kind)
      .filter(({ status }) => isPausedStatus(status))
      .map((object) => namesOfObject(kind, object))
      .sort((a, b) => inWords(a.key ?? a.id, b.key ?? b.id)),
  );
}
