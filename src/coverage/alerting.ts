import { groupedBy } from "../service/groups";
import type { ServiceObject } from "../service/responses";
import { isSid } from "../service/sids";
import { isPendingStatus, pausedBy } from "../service/status";
import { type Certainty, type CoveredAccount, unknownSid } from "./account";

/** The states of contacts. Only active ones get alerts; a status that no document names may mean anything, and so may none. */
export const contactStates = ["active", "unknown", "pending", "paused"] as const;

export type ContactState = (typeof contactStates)[number];

/** Whether a contact gets alerts (docs/design/open-points.md#4). */
export function contactState({ status }: Pick<ServiceObject<"contact">, "status">): ContactState {
  if (isPendingStatus(status)) return "pending";
  const isPaused = pausedBy(status);
  if (isPaused === undefined) return "unknown";
  return isPaused ? "paused" : "active";
}

/** A contact group, and whom its alerts reach. */
export type CoveredGroup = NonNullable<ReturnType<ReturnType<typeof groupsOf>["get"]>>;

type CoveredGroups = ReadonlyMap<string, CoveredGroup>;

/** The groups of an account and those that its objects name, by SID. */
export function groupsOf(account: CoveredAccount) {
  const contacts = account.of("contact");
  const memberships = contacts.flatMap((contact) => {
    const state = contactState(contact);
    const isNew = state === "pending" && !isSid("contact", contact.id);
    return (contact.contact_group ?? [unknownSid]).map((group) => ({ group, state, isNew }));
  });
  const members = groupedBy(memberships, ({ group }) => group);
  /** Contacts that may be in any group. */
  const strays = members.get(unknownSid) ?? [];
  const mayHaveOthers = (group: string) =>
    !(account.isWhole("contact") || account.hasWholeGroup?.(group)) ||
    strays.some(({ state }) => state === "active" || state === "unknown");
  const groups = new Map(account.of("contact_group").map((group) => [group.id, group]));
  const named = [...account.of("host"), ...account.of("certificate_monitor"), ...contacts];
  const ids = [...groups.keys(), ...named.flatMap(({ contact_group: some = [] }) => some)];
  const covered = (id: string) => {
    const own = members.get(id) ?? [];
    /** How many of its known contacts are in each state. */
    const counts = { active: 0, unknown: 0, pending: 0, paused: 0 };
    for (const { state } of own) counts[state] += 1;
    const isKnown = groups.has(id) || isSid("contact_group", id);
    const isInDoubt = !isKnown || counts.unknown > 0 || mayHaveOthers(id);
    /** Whether it has an active contact. */
    const reaches: Certainty = isKnown && counts.active > 0 ? "yes" : isInDoubt ? "unknown" : "no";
    /** Whether all of its contacts are new, and wait for their confirmation. */
    const isAwaited = own.every(({ isNew }) => isNew) && [...own, ...strays].some(({ isNew }) => isNew);
    return { id, name: groups.get(id)?.name ?? null, reaches, contacts: counts, isAwaited };
  };
  return new Map([...new Set(ids)].map((id) => [id, covered(id)] as const));
}

/** Whether alerts about an object of these groups reach someone. */
export function reachOf(ids: readonly string[] | undefined, groups: CoveredGroups): Certainty {
  if (ids === undefined) return "unknown";
  const reached = ids.map((id) => groups.get(id)?.reaches ?? "unknown");
  if (reached.includes("yes")) return "yes";
  return reached.includes("unknown") ? "unknown" : "no";
}
