import { referencesTo } from "../../../service/fields";
import { groupedBy } from "../../../service/groups";
import { kindNames, kinds } from "../../../service/kinds";
import { sidsIn } from "../../account/names";
import { counted, firstOf, grouped } from "../../output/text";
import type { OwnChange } from "../../plan/own-changes";
import { isKnown, type ManagedObject, textsOf, type World } from "../../plan/world";
import type { AccountFacts } from "./facts";

/** What a warning says, and the addresses of the objects that it is about. */
interface Remark {
  readonly text: string;
  readonly addresses: readonly string[];
}

export interface Warning extends Remark {
  readonly kind: WarningKind;
}

export interface Subject {
  readonly changes: readonly OwnChange[];
  readonly world: World;
  readonly facts: AccountFacts;
}

/** In the order in which warnings are shown: the worst first. */
const finders = {
  many_destroyed: manyDestroyed,
  listed_host: listedHosts,
  already_exists: existingObjects,
  destroyed_in_use: destroyedInUse,
  history_lost: historyLost,
  contact_destroyed: contactsDestroyed,
  group_without_contacts: groupsWithoutContacts,
  nothing_checked: nothingChecked,
  no_expiry_alert: noExpiryAlert,
  default_changed: defaultsChanged,
} as const satisfies Record<string, (subject: Subject) => readonly Remark[]>;

type FoundKind = keyof typeof finders;

export type WarningKind = FoundKind | "incomplete_plan" | "hourly_limit" | "destroy_limit";

export function warningsIn(subject: Subject): Warning[] {
  return (Object.keys(finders) as FoundKind[]).flatMap((kind) =>
    finders[kind](subject).map((remark) => ({ kind, ...remark })),
  );
}

/** Most of a kind goes: more often a wrong workspace or a renamed module than an intention. */
function manyDestroyed({ changes, world }: Subject): Remark[] {
  return kindNames.flatMap((kind): Remark[] => {
    const all = world.before.filter((object) => object.kind === kind).length;
    const gone = changes.filter(({ own, action }) => own.type === kind && action === "destroy");
    if (gone.length < 2 || gone.length * 2 <= all) return [];
    const text = `${gone.length} of ${all} ${kinds[kind].plural} are destroyed. Is this intended?`;
    return [{ text, addresses: addressesOf(gone) }];
  });
}

/** Hosts that are on a blocklist now, and that would not be monitored any more. */
function listedHosts({ changes, facts }: Subject): Remark[] {
  const { listed } = facts;
  if (listed === undefined) return [];
  const hosts = unmonitoredHosts(changes).filter(({ before }) =>
    sidsIn(before ?? {}).some((id) => listed.has(id)),
  );
  return [...groupedBy(hosts, ({ action }) => action)].map(([action, some]) => {
    const what =
      action === "update" ? "paused" : action === "replace" ? "replaced" : "removed from monitoring";
    const text =
      some.length === 1
        ? `It is on a blocklist now, and will be ${what}: no one is notified when it is delisted.`
        : `${grouped(some.length)} hosts are on blocklists now, and will be ${what}: no one is notified when they are delisted.`;
    return { text, addresses: addressesOf(some) };
  });
}

/** Hosts that are destroyed, replaced or paused. */
export function unmonitoredHosts(changes: readonly OwnChange[]): OwnChange[] {
  return changes.filter(({ own, action, before, after }) => {
    if (own.type !== "host") return false;
    const isPaused = action === "update" && after?.paused === true && before?.paused !== true;
    return action === "destroy" || action === "replace" || isPaused;
  });
}

/** Objects that the apply refuses to create. */
function existingObjects({ facts }: Subject): Remark[] {
  return [...(facts.existing ?? [])].map(([address, objects]) => {
    const text = `The account already has ${objects}, so the apply creates none. To import it, run: rblmonitor imports <plan>`;
    return { text, addresses: [address] };
  });
}

/** Terraform destroys an object before it updates those that use it, which the service refuses (docs/design/open-points.md#12). */
function destroyedInUse({ changes, world }: Subject): Remark[] {
  const gone = changes.filter(
    ({ own, action }) => own.object && (action === "destroy" || action === "replace"),
  );
  const addresses = new Set(addressesOf(gone));
  return gone.flatMap(({ own, address, action, before }): Remark[] => {
    if (own.object === undefined || referencesTo(own.object.kind).length === 0) return [];
    // Those of a replaced object may be updated in time, with create_before_destroy, unless they name its SID.
    const users = (action === "destroy" ? world.before : world.after).filter(
      (user) => !addresses.has(user.address) && refersTo(user, before?.id),
    );
    if (users.length === 0) return [];
    const { title } = kinds[own.object.kind];
    const text = `It is destroyed before the plan updates ${firstOf(addressesOf(users), 3).join(", ")}, unless it had create_before_destroy = true in the last apply: the service refuses to delete a ${title} in use. First keep it and apply, then remove it.`;
    return [{ text, addresses: [address] }];
  });
}

function refersTo({ values }: ManagedObject, id: unknown): boolean {
  return Object.entries(values).some(
    ([name, value]) => name !== "id" && [value].flat().includes(id as string),
  );
}

/** The service records listings of hosts, and errors and changes of certificates. */
const historicKinds = ["host", "certificate_monitor"] as const;

/** A new object in the place of another has none of its history. */
function historyLost({ changes }: Subject): Remark[] {
  return historicKinds.flatMap((kind): Remark[] => {
    const replaced = changes.filter(({ own, action }) => own.type === kind && action === "replace");
    if (replaced.length === 0) return [];
    const { title, plural } = kinds[kind];
    const text =
      replaced.length === 1
        ? `A ${title} is replaced: it loses its history, and its SID changes.`
        : `${replaced.length} ${plural} are replaced: they lose their history, and their SIDs change.`;
    return [{ text, addresses: addressesOf(replaced) }];
  });
}

/** The person behind a contact is no longer notified. */
function contactsDestroyed({ changes }: Subject): Remark[] {
  const gone = changes.filter(({ own, action }) => own.type === "contact" && action === "destroy");
  if (gone.length === 0) return [];
  const text = `${counted(gone.length, "contact is", "contacts are")} destroyed and will not be notified. A new contact must be confirmed again.`;
  return [{ text, addresses: addressesOf(gone) }];
}

function addressesOf(objects: readonly { readonly address: string }[]): string[] {
  return objects.map(({ address }) => address);
}

/**
 * New contact groups without a contact, and groups that lose the last one: their alerts reach no one. Groups with unknown
 * members cause no warning. Contacts that are managed elsewhere count, if the account was queried.
 */
export function groupsWithoutContacts(subject: Subject): Remark[] {
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
    const has = contactsIn(after).map((contact) => [contact, isIn(contact, group)] as const);
    if (has.some(([contact, where]) => where === "perhaps" || (where === "yes" && isActive(contact))))
      return [];
    if (hasOthers(group, subject)) return [];
    const isPaused = has.some(([, where]) => where === "yes");
    const reason = isNew ? "The new group has no contacts" : "It loses its last contact";
    const text = `${isPaused ? "All its contacts will be paused" : reason}, so its alerts reach no one.`;
    return [{ text, addresses: [group.address] }];
  });
}

function contactsIn(objects: readonly ManagedObject[]): ManagedObject[] {
  return objects.filter(({ kind }) => kind === "contact");
}

function isActive({ values }: ManagedObject): boolean {
  return values.paused !== true;
}

/** Whether a contact will be in a group. For unknown values, the configuration's expression decides. */
function isIn(contact: ManagedObject, group: ManagedObject): "yes" | "no" | "perhaps" {
  if (group.id !== undefined && textsOf(contact.values.contact_groups).includes(group.id)) return "yes";
  if (isKnown(contact, "contact_groups")) return "no";
  return contact.refersTo("contact_groups", group.address);
}

/** Whether the account has contacts in the group that this configuration does not manage. */
function hasOthers({ id }: ManagedObject, { facts, world }: Subject): boolean {
  const own = new Set([...world.before, ...world.after].map((object) => object.id));
  return (facts.contacts ?? []).some((contact) => {
    const groups: unknown = contact.contact_group;
    return !own.has(contact.id) && id !== undefined && Array.isArray(groups) && groups.includes(id);
  });
}

/** Monitoring profiles without a source: their hosts are checked against nothing. */
function nothingChecked({ changes, world }: Subject): Remark[] {
  const profiles = world.after.filter((object) => object.kind === "monitoring_profile" && isEmpty(object));
  return profiles.flatMap(({ id, address }) => {
    // The SID of a profile that does not exist yet is unknown: the host's expression names it.
    const hosts = world.after.filter(
      (host) =>
        host.kind === "host" &&
        (id === undefined ? host.refersTo("profile", address) === "yes" : host.values.profile === id),
    );
    const touched = new Set(addressesOf(changes.filter(({ action }) => action !== "none")));
    if (![address, ...hosts.map((host) => host.address)].some((each) => touched.has(each))) return [];
    const users = hosts.length === 0 ? "a host that uses it" : counted(hosts.length, "host");
    const text = `It selects no sources, so ${users} would not be checked.`;
    return [{ text, addresses: [address] }];
  });
}

function isEmpty({ values }: ManagedObject): boolean {
  const { sync_method: method, entries } = values;
  return (
    method === "use_my_selections" && (entries === null || (Array.isArray(entries) && entries.length === 0))
  );
}

/** A certificate profile that never alerts before a certificate expires. */
function noExpiryAlert({ changes }: Subject): Remark[] {
  return changes
    .filter(({ own, action }) => own.type === "certificate_profile" && action !== "none")
    .filter(
      ({ action, before, after }) => neverAlerts(after) && (action !== "update" || !neverAlerts(before)),
    )
    .map(({ address, after }) => {
      const why =
        after?.alert_on_expiration === false
          ? "alert_on_expiration is false"
          : "it has no expiration thresholds";
      const text = `No one is notified before a certificate of this profile expires: ${why}.`;
      return { text, addresses: [address] };
    });
}

function neverAlerts(facts: OwnChange["after"]): boolean {
  if (facts === null) return false;
  const { expiration_thresholds: days, alert_on_expiration: alert } = facts;
  return alert === false || (Array.isArray(days) && days.length === 0);
}

/** The account's default of a kind changes: another object takes the flag, or the one that has it goes. */
function defaultsChanged({ changes, world }: Subject): Remark[] {
  return changes.flatMap(({ own, address, action, before, after, provider }): Remark[] => {
    const { object } = own;
    if (object === undefined || !("is_default" in object.attributes)) return [];
    const { title } = kinds[object.kind];
    const warning = (text: string): Remark[] => [{ text, addresses: [address] }];
    const had = before?.is_default === true;
    const has = after?.is_default === true;
    if (has && (!had || action === "replace")) {
      const loser = world.before.find(
        ({ kind, values, ...other }) =>
          kind === object.kind &&
          values.is_default === true &&
          other.address !== address &&
          other.provider === provider,
      );
      return warning(
        `It becomes the account's default ${title}. ${loser?.address ?? "The current default"} loses the flag.`,
      );
    }
    if (!had || (action !== "destroy" && action !== "replace")) return [];
    return warning(
      object.kind === "certificate_profile"
        ? `It is the account's default ${title}: the provider first makes another one the default, the built-in one if there is one.`
        : `It is the account's default ${title}: the service then selects another default at random.`,
    );
  });
}
