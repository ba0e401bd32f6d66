import { type CoveredAccount, unknownSid } from "../../../coverage/account";
import { addressCount, missingFrom } from "../../../coverage/addresses";
import { type ContactState, type CoveredGroup, contactState } from "../../../coverage/alerting";
import { type Losses, losesLastContact, lossesBetween } from "../../../coverage/comparison";
import { type CoveredObject, coverageOf, type WatchedKind, watchedKinds } from "../../../coverage/coverage";
import { groupText, reasonText } from "../../../coverage/words";
import { capitalized } from "../../../provider/text";
import { groupedBy } from "../../../service/groups";
import { isSid, sidKind } from "../../../service/sids";
import { namesOfObject } from "../../account/names";
import { compareNaturally } from "../../output/order";
import { conjunction, counted, countedKinds, firstOf, grouped } from "../../output/text";
import { labelOf as labelOfObject, type Names, valueText } from "../../output/values";
import { isDeleting, type PlanParts } from "../../plan/changes";
import { plannedAccount } from "../../plan/planned-account";
import { renamesIn } from "../../plan/renames";
import type { AccountFacts } from "./facts";

/** What a warning says, and the objects that it is about: their addresses, or the names of unmanaged ones. */
export interface Remark {
  readonly text: string;
  readonly addresses: readonly string[];
}

/** Functions that find warnings of each kind. */
export type Finders = Readonly<Record<string, (subject: Subject) => readonly Remark[]>>;

/** A part of a plan, and the account before and after it. */
export type Subject = ReturnType<typeof subjectOf>;

/** @param names those of profiles and groups, by their SIDs or, before they exist, their addresses */
export function subjectOf(parts: PlanParts, names: Names, facts: AccountFacts) {
  const { lists, alarms, existing } = facts;
  const account = plannedAccount(parts, lists, alarms);
  const now = Date.now();
  const [before, after] = [coverageOf(account.before, now), coverageOf(account.after, now)];
  const addresses = new Map(
    parts.changes.flatMap(({ address, ids }) => [address, ...ids].map((id) => [id, address] as const)),
  );
  /** The address of an object by its SID, or how people know an unmanaged one. */
  const labelOf = (id: string): string => {
    const address = addresses.get(id);
    if (address !== undefined) return address;
    const object = lists?.find(id);
    const kind = sidKind(id);
    const label = object && kind && labelOfObject(namesOfObject(kind, object));
    return label || id;
  };
  const isInPlan = (id: string) => addresses.has(id);
  const losses = lossesBetween(before, after, account.replaced);
  const renames = renamesIn(parts.changes, account.before, account.after);
  return { ...parts, account, before, after, losses, existing, names, renames, isInPlan, labelOf };
}

/** What becomes worse for those who are watched and alerted: the warnings by their kinds, the worst first. */
export const coverageFinders = {
  listed_host: (subject) => endedAlarms(subject, "host"),
  certificate_error: (subject) => endedAlarms(subject, "certificate_monitor"),
  nothing_checked: nothingChecked,
  group_without_contacts: unreachedObjects,
  fewer_addresses: fewerAddresses,
  no_expiry_alert: (subject) => checkedLess(subject, true),
  checked_less: (subject) => checkedLess(subject, false),
} as const satisfies Finders;

/** Words for what an alarm is, of one object and of several, and for its end. */
const alarms = {
  host: ["It is on a blocklist now", "hosts are on blocklists now", "delisted"],
  certificate_monitor: ["Its certificate has an error now", "certificates have errors now", "valid"],
} as const;

/** Hosts that are on a blocklist now, or certificates with an error, that nothing will check. */
function endedAlarms(subject: Subject, kind: WatchedKind): Remark[] {
  const { changes, before, losses, renames, labelOf } = subject;
  const alarming = new Set(before.objects.filter(({ isAlarming }) => isAlarming).map(({ id }) => id));
  const ended = changes.filter(isDeleting).flatMap(({ own, action, address, ids }) => {
    const isReplaced = action === "replace" || renames.has(address);
    const ending = isReplaced ? "replaced" : "removed from monitoring";
    return own.type === kind ? ids.map((id) => [id, ending] as const) : [];
  });
  const unwatched = losses.unwatched
    .filter(({ after }) => after.kind === kind)
    .map(
      ({ after: { id, watch } }) => [id, watch.reason === "paused" ? "paused" : "without checks"] as const,
    );
  const objects = new Map([...ended, ...unwatched].filter(([id]) => alarming.has(id)));
  return [...groupedBy(objects, ([, ending]) => ending)].map(([ending, some]) => {
    const [one, several, over] = alarms[kind];
    const text =
      some.length === 1
        ? `${one}, and will be ${ending}: no one is notified when it is ${over}.`
        : `${grouped(some.length)} ${several}, and will be ${ending}: no one is notified when they are ${over}.`;
    return { text, addresses: [...new Set(some.map(([id]) => labelOf(id)))] };
  });
}

/** Objects that nothing checks any more although they exist, and new ones that nothing checks. */
function nothingChecked(subject: Subject): Remark[] {
  const objects = subject.losses.unwatched.map(({ after }) => after);
  const byReason = groupedBy(objects, (object) =>
    reasonText(object, valueText(object.profile ?? "unknown", subject.names)),
  );
  return [...byReason].map(([reason, some]) => ({
    text: `Nothing will check ${countedObjects(some, subject)}: ${reason}.`,
    addresses: labelled(some, subject),
  }));
}

/** Objects whose alerts reach no one any more, or may not, and new ones; groups that lose their last contact come first. */
function unreachedObjects(subject: Subject): Remark[] {
  const { before, after, losses, labelOf } = subject;
  const objects = losses.unreached.map((pair) => pair.after);
  const lastOf = ({ groups = [] }: CoveredObject) => groups.find((id) => losesLastContact(id, before));
  const byCause = groupedBy(objects, (object) => lastOf(object) ?? object.groups?.join());
  const ofObjects = [...byCause.values()].map((some): Remark => {
    const [first] = some as [CoveredObject];
    const cause = lastOf(first);
    const groups = cause === undefined ? (first.groups ?? []) : [cause];
    const reach = some.every(({ reaches }) => reaches === "no") ? "will reach no one" : "may reach no one";
    const objects = cause === undefined ? countedObjects(some, subject) : namedObjects(some, subject);
    const names = groups.map((id) => {
      const group = after.groups.get(id);
      return `${valueText(id, subject.names)} (${group ? groupText(group) : "unknown"})`;
    });
    return {
      text: `Alerts about ${objects} ${reach}: contact group${groups.length === 1 ? "" : "s"} ${conjunction(names)}.`,
      addresses: cause === undefined ? labelled(some, subject) : [labelOf(cause)],
    };
  });
  const others = losses.groups.filter((group) => mayHaveUsers(group, subject));
  const ofGroups = others.map((group) => ({ text: unreachedText(group), addresses: [labelOf(group.id)] }));
  return [...ofObjects, ...ofGroups];
}

/** Whether only objects that are not known may use a group. */
function mayHaveUsers({ isUsed }: Losses["groups"][number], { account }: Subject): boolean {
  return !isUsed && !watchedKinds.every((kind) => account.after.isWhole(kind));
}

function unreachedText(group: CoveredGroup): string {
  return `Its alerts will reach no one: ${groupText(group)}.`;
}

/** Subnets that are replaced by smaller ones, or by others. */
function fewerAddresses({ changes, before, after }: Subject): Remark[] {
  const replaced = changes.filter(({ own, action }) => own.type === "host" && action === "replace");
  if (replaced.length === 0) return [];
  const keysOf = (objects: readonly CoveredObject[]) => objects.filter(({ kind }) => kind === "host");
  const missing = missingFrom(keysOf(after.objects).map(({ key }) => key));
  const keys = new Map(keysOf(before.objects).map(({ id, key }) => [id, key]));
  return replaced.flatMap(({ address, before: was, after: will, ids }) => {
    const hosts = ids.flatMap((id) => keys.get(id) ?? []);
    const size = hosts.reduce((sum, host) => sum + addressCount(host), 0);
    // Of many hosts with one address each, none is compared with all others.
    const lost = size < 2 ? 0 : missing(hosts);
    if (lost === 0) return [];
    const becomes = `${was?.host} becomes ${will?.host ?? "an address that is known only after the apply"}`;
    const text = `${becomes}: ${grouped(lost)} of ${counted(size, "address", "addresses")} will not be checked any more.`;
    return [{ text, addresses: [address] }];
  });
}

/**
 * Objects that are watched less closely than before, and new certificate monitors without an alert before the expiration.
 * @param silent those that lose the alert before the expiration, or the others
 */
function checkedLess(subject: Subject, silent: boolean): Remark[] {
  const some = subject.losses.weaker.filter(({ isSilent }) => isSilent === silent);
  const byCause = groupedBy(some, ({ before, after: { kind, profile }, weaknesses }) =>
    JSON.stringify([kind, before?.profile === profile, profile, weaknesses]),
  );
  return [...byCause.values()].map((pairs) => {
    const [{ before, after, weaknesses }] = pairs as [(typeof pairs)[number]];
    const objects = pairs.map(({ after }) => after);
    const { profile = "" } = after;
    const isByProfile = before?.profile === profile;
    const what = isByProfile ? namedObjects(objects, subject) : countedObjects(objects, subject);
    return {
      text: `${capitalized(what)} will be watched less: ${weaknesses.join(", ")}.`,
      addresses: isByProfile ? [subject.labelOf(profile)] : labelled(objects, subject),
    };
  });
}

/** Remarks that do not stop a merge: groups whose objects alert others, contacts that wait, and objects in doubt. */
export function remarksOn(subject: Subject): string[] {
  const { account, before, after, losses, labelOf } = subject;
  const unclear = after.objects.filter(
    ({ profile, watch, groups = [], reaches }) =>
      (profile === unknownSid && watch.watched === "unknown") ||
      (groups.includes(unknownSid) && reaches === "unknown"),
  );
  const groupsBefore = new Map(before.objects.map(({ id, groups }) => [id, groups?.join()]));
  const doubted = after.objects.filter(
    ({ id, groups = [], reaches }) =>
      reaches === "unknown" &&
      !groups.includes(unknownSid) &&
      (groupsBefore.get(id) ?? groups.join()) !== groups.join(),
  );
  const contactsOf = ({ of }: CoveredAccount, state: ContactState) =>
    of("contact").flatMap((contact) => (contactState(contact) === state ? contact.id : []));
  const contacts = contactsOf(account.after, "pending").filter((id) => !isSid("contact", id));
  const active = new Set(contactsOf(account.before, "active"));
  const doubtful = contactsOf(account.after, "unknown").filter((id) => active.has(id));
  const waiting = after.objects.filter(
    ({ reaches, groups = [] }) => reaches === "no" && groups.every((id) => after.groups.get(id)?.isAwaited),
  );
  const until =
    waiting.length === 0 ? "" : ` Until then, alerts about ${namedObjects(waiting, subject)} reach no one.`;
  return [
    ...losses.groups
      .filter((group) => !mayHaveUsers(group, subject))
      .map((group) => `${labelOf(group.id)}: ${unreachedText(group)}`),
    unclear.length > 0 &&
      `The plan does not show all profiles and groups of ${countedObjects(unclear, subject)}, so their checks or alerts are not known: ${named(labelled(unclear, subject))}.`,
    doubted.length > 0 &&
      `Whether alerts about ${namedObjects(doubted, subject)} reach someone in their new groups is not known.`,
    contacts.length > 0 && `New contacts get alerts once they are confirmed: ${named(contacts)}.${until}`,
    doubtful.length > 0 &&
      `Contacts with a new destination may get no alerts until they are confirmed again: ${named(doubtful.map(labelOf))}.`,
  ].filter((text) => text !== false);
}

/** The first of some names, each once and in order, and how many more there are. */
export function named(names: readonly string[]): string {
  return firstOf([...new Set(names)].sort(compareNaturally), 10).join(", ");
}

/** `2 hosts (rblmonitor_host.a, rblmonitor_host.b)`. */
function namedObjects(objects: readonly CoveredObject[], subject: Subject): string {
  const known = objects.filter(isKnown);
  const names = named(labelled(known, subject));
  return names === "" ? countedObjects(objects, subject) : `${countedObjects(objects, subject)} (${names})`;
}

function labelled(objects: readonly CoveredObject[], { labelOf }: Subject): string[] {
  return [...new Set(objects.map(({ id }) => labelOf(id)))];
}

/** `2 hosts and 1 certificate monitor (1 not in the plan)`. A subnet counts with its addresses. */
function countedObjects(objects: readonly CoveredObject[], { isInPlan }: Subject): string {
  const known = objects.filter(isKnown);
  const others = known.length < objects.length ? ["the objects that use it"] : [];
  const outside = known.filter(({ id }) => !isInPlan(id)).length;
  const sizes = known.map(({ kind, key }) => ({ kind, size: addressCount(key) }));
  const text = conjunction([...countedKinds(sizes), ...others]);
  return outside === 0
    ? text
    : `${text} (${outside === known.length ? "" : `${grouped(outside)} `}not in the plan)`;
}

/** An id of another kind is that of a profile, whose users are not known. */
function isKnown({ id, profile }: CoveredObject): boolean {
  return id !== profile;
}
