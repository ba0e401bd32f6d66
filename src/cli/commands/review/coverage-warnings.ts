import { type CoveredAccount, unknownSid } from "../../../coverage/account";
import { addressCount, missingFrom } from "../../../coverage/addresses";
import { type CoveredGroup, contactState } from "../../../coverage/alerting";
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
import { isDeleting, type OwnChange, type PlanParts } from "../../plan/changes";
import type { Invocation } from "../../plan/invocations";
import { plannedAccount } from "../../plan/planned-account";
import { movesFor, renamesIn } from "../../plan/renames";
import type { AccountFacts } from "./facts";

/** What a warning says, and the objects that it is about: their addresses, or the names of unmanaged ones. */
export interface Remark {
  readonly text: string;
  readonly addresses: readonly string[];
}

/** A part of a plan, and the account before and after it. */
export type Subject = ReturnType<typeof subjectOf>;

/** @param names those of profiles and groups, by their SIDs or, before they exist, their addresses */
export function subjectOf(parts: PlanParts, names: Names, facts: AccountFacts) {
  const { lists, alarms, existing } = facts;
  const account = plannedAccount(parts, lists, alarms);
  const [before, after] = [coverageOf(account.before), coverageOf(account.after)];
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

/** Words for what an alarm is, of one object and of several, and for its end. */
const alarms = {
  host: ["It is on a blocklist now", "hosts are on blocklists now", "delisted"],
  certificate_monitor: ["Its certificate has an error now", "certificates have errors now", "valid"],
} as const;

/** Hosts that are on a blocklist now, or certificates with an error, that nothing will check. */
export function endedAlarms(subject: Subject, kind: WatchedKind): Remark[] {
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
export function nothingChecked(subject: Subject): Remark[] {
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
export function unreachedObjects(subject: Subject): Remark[] {
  const { before, after, losses, labelOf } = subject;
  const objects = losses.unreached.map((pair) => pair.after);
  const lastOf = ({ groups = [] }: CoveredObject) => groups.find((id) => losesLastContact(id, before));
  const byCause = groupedBy(objects, (object) => lastOf(object) ?? object.groups?.join());
  const ofObjects = [...byCause.values()].map((some): Remark => {
    const [first] = some as [CoveredObject];
    const cause = lastOf(first);
    const groups = cause === undefined ? (first.groups ?? []) : [cause];
    const reach = some.every(({ reaches }) => reaches === "no") ? "reach no one" : "may reach no one";
    const objects = cause === undefined ? countedObjects(some, subject) : namedObjects(some, subject);
    const names = groups.map((id) => {
      const group = after.groups.get(id);
      return `${valueText(id, subject.names)} (${group ? groupText(group) : "unknown"})`;
    });
    return {
      text: `Alerts about ${objects} will ${reach}: contact group${groups.length === 1 ? "" : "s"} ${conjunction(names)}.`,
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
export function fewerAddresses({ changes, before, after }: Subject): Remark[] {
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
export function checkedLess(subject: Subject, silent: boolean): Remark[] {
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

/** Contacts that get alerts, and that are destroyed. Those that are renamed are named with all that is. */
export function lostContacts({ changes, account, renames }: Subject): Remark[] {
  const gone = notifiedIn(changes, account.before).filter(
    ({ action, address }) => action === "destroy" && !renames.has(address),
  );
  const what = counted(gone.length, "contact is", "contacts are");
  return about(gone, `${what} destroyed and will not be notified. A new contact must be confirmed again.`);
}

/** Objects whose successor at the same address has none of their history, or none of their confirmation. */
export function replacedObjects({ changes, account }: Subject): Remark[] {
  const replaced = changes.filter(({ action }) => action === "replace");
  const notified = notifiedIn(replaced, account.before);
  const some = replaced.filter((change) => hasHistory(change) || notified.includes(change));
  return about(some, `The plan replaces ${lossText(some, account)}.`);
}

/** Objects whose address changes without a moved block: the plan destroys them, and creates them again. */
export function recreatedObjects({ changes, account, renames }: Subject): Remark[] {
  const some = changes.filter(({ address }) => renames.has(address));
  const moves = named(movesFor(renames, changes));
  const text = `The plan recreates ${lossText(some, account, " at other addresses")}.`;
  return about(some, `${text} To keep what exists, add moved blocks: ${moves}.`);
}

/** `2 hosts and 1 contact: the SIDs change, …`: objects that others follow, and what is lost with them. */
function lossText(some: readonly OwnChange[], { before }: Subject["account"], where = ""): string {
  const lost = notifiedIn(some, before).length;
  const losses = [
    "the SIDs change",
    ...(some.some(hasHistory) ? ["the history is lost"] : []),
    ...(lost > 0 ? [`${counted(lost, "contact")} must be confirmed again (active → pending)`] : []),
  ];
  return `${conjunction(countedKinds(some.flatMap(({ own }) => own.object ?? [])))}${where}: ${conjunction(losses)}`;
}

/** Whether the service keeps a history of the object: of listings, or of certificate errors and changes. */
function hasHistory({ own }: OwnChange): boolean {
  return watchedKinds.some((kind) => kind === own.type);
}

/** The contacts of these changes that get alerts, as far as their status is known. */
function notifiedIn(changes: readonly OwnChange[], before: CoveredAccount): OwnChange[] {
  const contacts = before.of("contact").filter((each) => ["active", "unknown"].includes(contactState(each)));
  const notified = new Set(contacts.map(({ id }) => id));
  return changes.filter(({ ids: [id = ""] }) => notified.has(id));
}

/** Actions, which no change of an object shows. Those of many triggers that do the same are one. */
export function invokedActions({ invocations, labelOf }: Subject): Remark[] {
  const equal = groupedBy(invocations, ({ address, event, objects, isOpen, isDeferred }) =>
    JSON.stringify([address, event, objects, isOpen, isDeferred]),
  );
  return [...equal.values()].map((some) => {
    const [{ action, address, event, objects, isOpen, isDeferred }] = some as [Invocation];
    const open = isOpen ? ["objects that are known only after the apply"] : [];
    const when =
      event === null ? "with -invoke" : `${event} of ${named(some.map(({ trigger }) => trigger ?? ""))}`;
    const invokes = `${isDeferred ? "A later apply" : "The apply"} invokes rblmonitor_${action}`;
    const names = [named(objects.map(labelOf)), ...open].filter(Boolean).join(", ") || "no objects";
    return { text: `${invokes} ${when}: ${names}.`, addresses: [address] };
  });
}

/** Remarks that do not stop a merge: groups whose objects alert others, contacts that wait, and objects in doubt. */
export function remarksOn(subject: Subject): string[] {
  const { account, after, losses, labelOf } = subject;
  const unclear = after.objects.filter(
    ({ profile, watch, groups = [], reaches }) =>
      (profile === unknownSid && watch.watched === "unknown") ||
      (groups.includes(unknownSid) && reaches === "unknown"),
  );
  const contacts = account.after
    .of("contact")
    .filter((contact) => !isSid("contact", contact.id) && contactState(contact) === "pending");
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
    contacts.length > 0 &&
      `New contacts get alerts once they are confirmed: ${named(contacts.map(({ id }) => id))}.${until}`,
  ].filter((text) => text !== false);
}

/** The first of some names, each once and in order, and how many more there are. */
export function named(names: readonly string[]): string {
  return firstOf([...new Set(names)].sort(compareNaturally), 10).join(", ");
}

/** A remark about all of these objects; none without objects. */
export function about(objects: readonly OwnChange[], text: string): Remark[] {
  return objects.length === 0 ? [] : [{ text, addresses: addressesOf(objects) }];
}

export function addressesOf(objects: readonly { readonly address: string }[]): string[] {
  return objects.map(({ address }) => address);
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

/** `2 hosts and 1 certificate monitor (1 not in the plan)`. */
function countedObjects(objects: readonly CoveredObject[], { isInPlan }: Subject): string {
  const known = objects.filter(isKnown);
  const others = known.length < objects.length ? ["the objects that use it"] : [];
  const outside = known.filter(({ id }) => !isInPlan(id)).length;
  const text = conjunction([...countedKinds(known), ...others]);
  return outside === 0
    ? text
    : `${text} (${outside === known.length ? "" : `${grouped(outside)} `}not in the plan)`;
}

/** An id of another kind is that of a profile, whose users are not known. */
function isKnown({ id, profile }: CoveredObject): boolean {
  return id !== profile;
}
