import type { Configuration } from "../../../plan/configured";
import { isKnown, type ManagedObject, textsOf } from "../../../plan/world";
import type { Subject } from "../facts";
import type { Warning } from "../report";
import { noExpiryAlert, nothingChecked } from "./profiles";
import { contactsDestroyed, defaultsChanged, historyLost, listedHosts, manyDestroyed } from "./removals";

/** The worst first. */
const finders: readonly ((subject: Subject) => readonly Warning[])[] = [
  manyDestroyed,
  listedHosts,
  historyLost,
  contactsDestroyed,
  groupsWithoutContacts,
  nothingChecked,
  noExpiryAlert,
  defaultsChanged,
];

/** All warnings about a plan. */
export function warningsIn(subject: Subject): Warning[] {
  return finders.flatMap((find) => find(subject));
}

/**
 * New contact groups without a contact, and groups that lose the last one: their alerts reach no one. Groups with unknown
 * members cause no warning. Contacts that are managed elsewhere count, if the account was
 * queried.
 */
export function groupsWithoutContacts(subject: Subject): Warning[] {
  const { after, before } = subject.world;
  return after.flatMap((group) => {
    if (group.kind !== "contact_group") return [];
    const isNew = !before.some(
      ({ address, id }) => address === group.address || (id !== undefined && id === group.id),
    );
    const had = contactsIn(before).filter(({ values }) =>
      textsOf(values.contact_groups).includes(group.id ?? ""),
    );
    if (!isNew && !had.some(isActive)) return [];
    const has = contactsIn(after).map(
      (contact) => [contact, isIn(contact, group, subject.configurationOf)] as const,
    );
    if (has.some(([contact, where]) => where === "perhaps" || (where === "yes" && isActive(contact))))
      return [];
    if (hasOthers(group, subject)) return [];
    const isPaused = has.some(([, where]) => where === "yes");
    return [{ kind: "group_without_contacts", text: textFor(isNew, isPaused), addresses: [group.address] }];
  });
}

function textFor(isNew: boolean, isPaused: boolean): string {
  if (isPaused) return "All its contacts will be paused, so its alerts reach no one.";
  return isNew
    ? "The new group has no contacts, so its alerts reach no one."
    : "It loses its last contact, so its alerts reach no one.";
}

function contactsIn(objects: readonly ManagedObject[]): ManagedObject[] {
  return objects.filter(({ kind }) => kind === "contact");
}

function isActive({ values }: ManagedObject): boolean {
  return values.paused !== true;
}

/** Whether a contact will be in a group. For unknown values, the configuration's expression decides. */
function isIn(
  contact: ManagedObject,
  group: ManagedObject,
  configurationOf: (address: string) => Configuration,
): "yes" | "no" | "perhaps" {
  if (group.id !== undefined && textsOf(contact.values.contact_groups).includes(group.id)) return "yes";
  if (isKnown(contact, "contact_groups")) return "no";
  return configurationOf(contact.address).refersTo("contact_groups", group.address);
}

/** Whether the account has contacts in the group that this configuration does not manage. */
function hasOthers({ id }: ManagedObject, { facts, world }: Subject): boolean {
  const own = new Set([...world.before, ...world.after].map((one) => one.id));
  return (facts.contacts ?? []).some((contact) => {
    const groups: unknown = contact.contact_group;
    return !own.has(contact.id) && id !== undefined && Array.isArray(groups) && groups.includes(id);
  });
}
