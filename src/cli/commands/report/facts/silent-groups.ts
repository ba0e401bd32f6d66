import type { ServiceObject } from "../../../../service/responses";
import type { SilentGroup } from "../report";
import type { AccountLists } from "./account-lists";
import { silenceOf } from "./silent-contacts";

/**
 * The contact groups that tell nobody: without a contact, or with contacts that are all pending or paused. Those that
 * most is told to come first. Null where the service does not tell who is in which group (gaps 2).
 */
export function silentGroups(lists: AccountLists): SilentGroup[] | null {
  const contacts = lists.of("contact");
  const isTold = lists.has("contact") && contacts.every(({ contact_group }) => contact_group !== undefined);
  if (!isTold || !lists.has("contact_group")) return null;
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
    .sort((a, b) => used(b) - used(a) || inWords.compare(a.name ?? a.id, b.name ?? b.id));
}

/** How many objects notify a group. */
export function used({ hosts, certificate_monitors }: SilentGroup): number {
  return hosts + certificate_monitors;
}

const inWords = new Intl.Collator("en", { numeric: true });

function usesOf(
  objects: readonly Pick<ServiceObject<"host">, "contact_group">[],
): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const { contact_group: groups = [] } of objects)
    for (const group of new Set(groups)) uses.set(group, (uses.get(group) ?? 0) + 1);
  return uses;
}
