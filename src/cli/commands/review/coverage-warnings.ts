import { unknownSid } from "../../../coverage/account";
import { addressCount, missingFrom } from "../../../coverage/addresses";
import { type CoveredGroup, contactState } from "../../../coverage/alerting";
import type { Losses } from "../../../coverage/comparison";
import { type Coverage, type CoveredObject, watchedKinds } from "../../../coverage/coverage";
import { groupText, reasonText } from "../../../coverage/words";
import { capitalized } from "../../../provider/text";
import { groupedBy, occurrences } from "../../../service/groups";
import { kinds } from "../../../service/kinds";
import { isSid } from "../../../service/sids";
import { sidsIn } from "../../account/names";
import { conjunction, counted, countedIfAny, firstOf, grouped } from "../../output/text";
import { type Names, valueText } from "../../output/values";
import type { OwnChange, PlanParts } from "../../plan/changes";
import type { PlannedAccount } from "../../plan/planned-account";
import type { AccountFacts } from "./facts";

/** What a warning says, and the objects that it is about: their addresses, or the names of unmanaged ones. */
export interface Remark {
  readonly text: string;
  readonly addresses: readonly string[];
}

/** A plan, and the account before and after it. */
export interface Subject extends PlanParts {
  readonly account: PlannedAccount;
  readonly before: Coverage;
  readonly after: Coverage;
  readonly losses: Losses;
  readonly facts: AccountFacts;
  /** The names of profiles and groups, by their SIDs or, before they exist, their addresses. */
  readonly names: Names;
  /** The address of an object by its SID, or how people know an unmanaged one. */
  labelOf(id: string): string;
}

const endings: Partial<Record<OwnChange["action"], string>> = {
  destroy: "removed from monitoring",
  replace: "replaced",
};

/** Hosts that are on a blocklist now, and that nothing will check. */
export function listedHosts({ changes, losses, facts: { listed }, labelOf }: Subject): Remark[] {
  const ended = changes.flatMap(({ own, action, address, before }) =>
    own.type === "host" && endings[action]
      ? sidsIn(before ?? {}).map((id) => ({ id, label: address, ending: endings[action] }))
      : [],
  );
  const unwatched = losses.unwatched.map(({ after: { id, watch } }) => {
    return { id, label: labelOf(id), ending: watch.reason === "paused" ? "paused" : "without checks" };
  });
  const hosts = [...ended, ...unwatched].filter(({ id }) => listed?.has(id));
  const once = new Map(hosts.map((host) => [host.id, host])).values();
  return [...groupedBy(once, ({ ending }) => ending)].map(([ending, some]) => ({
    text:
      some.length === 1
        ? `It is on a blocklist now, and will be ${ending}: no one is notified when it is delisted.`
        : `${grouped(some.length)} hosts are on blocklists now, and will be ${ending}: no one is notified when they are delisted.`,
    addresses: [...new Set(some.map(({ label }) => label))],
  }));
}

/** Objects that nothing checks any more although they exist, and new ones that nothing checks. */
export function nothingChecked(subject: Subject): Remark[] {
  const objects = subject.losses.unwatched.map(({ after }) => after);
  const byReason = groupedBy(objects, (object) => reasonText(object, quoted(object.profile, subject)));
  return [...byReason].map(([reason, some]) => ({
    text: `Nothing will check ${countedObjects(some)}: ${reason}.`,
    addresses: labelled(some, subject),
  }));
}

/** Objects whose alerts reach no one any more, or may not, and new ones; groups that lose their last contact come first. */
export function unreachedObjects(subject: Subject): Remark[] {
  const { before, after, losses, labelOf } = subject;
  const awaited = awaitedGroups(subject);
  const isAwaited = ({ id, kind, groups = [] }: CoveredObject) =>
    !isSid(kind, id) && !subject.account.replaced.has(id) && groups.every((group) => awaited.has(group));
  const objects = losses.unreached.map((pair) => pair.after).filter((object) => !isAwaited(object));
  const isWorse = (id: string) => isSid("contact_group", id) && before.groups.get(id)?.reaches === "yes";
  const byCause = groupedBy(objects, ({ groups = [] }) => groups.find(isWorse) ?? groups.join());
  const ofObjects = [...byCause].map(([cause, some]): Remark => {
    const [first] = some;
    const groups = isWorse(cause) ? [cause] : (first?.groups ?? []);
    const reach = some.every(({ reaches }) => reaches === "no") ? "reach no one" : "may reach no one";
    const names = groups.map((id) => {
      const group = after.groups.get(id);
      return `${quoted(id, subject)} (${group ? groupText(group) : "unknown"})`;
    });
    const of = groups.length === 1 ? "contact group" : "contact groups";
    return {
      text: `Alerts about ${countedObjects(some)} will ${reach}: ${of} ${conjunction(names)}.`,
      addresses: isWorse(cause) ? [labelOf(cause)] : labelled(some, subject),
    };
  });
  return [...ofObjects, ...unreachedGroups(subject, (isUsed) => !isUsed && !isWhole(subject))];
}

/** Whether the account's hosts and monitors were read, so that all users of a group are known. */
function isWhole({ account }: Subject): boolean {
  return watchedKinds.every((kind) => account.after.isWhole(kind));
}

/**
 * Groups that reach no one any more although no object loses its last one, of those that are used, or not. They are a warning only
 * where others may use them.
 */
function unreachedGroups(
  { before, after, losses, labelOf }: Subject,
  matches: (isUsed: boolean) => boolean,
): Remark[] {
  const lost = new Set(losses.unreached.flatMap((pair) => pair.after.groups ?? []));
  const used = new Set(after.objects.flatMap(({ groups = [] }) => groups));
  return [...after.groups.values()].flatMap((group) => {
    const { id, reaches } = group;
    const isWorse =
      reaches === "no" && before.groups.get(id)?.reaches === "yes" && isSid("contact_group", id);
    if (!isWorse || lost.has(id) || !matches(used.has(id))) return [];
    return [{ text: `Its alerts will reach no one: ${groupText(group)}.`, addresses: [labelOf(id)] }];
  });
}

/** The groups whose contacts are all new and wait for their confirmation. A contact with unknown groups may be in any new one. */
function awaitedGroups({ account, after }: Subject): ReadonlySet<string> {
  const counts = occurrences(newContacts(account).flatMap(({ contact_group: groups = [] }) => groups));
  const isAwaited = ({ id, contacts: { active, pending, paused, unknown } }: CoveredGroup) => {
    const others = active + paused + unknown;
    const count = counts.get(id) ?? 0;
    return others === 0 && pending === count && (count > 0 || counts.has(unknownSid));
  };
  return new Set([...after.groups.values()].filter(isAwaited).map(({ id }) => id));
}

function newContacts({ after }: PlannedAccount) {
  return after
    .of("contact")
    .filter((contact) => !isSid("contact", contact.id) && contactState(contact) === "pending");
}

/** Subnets that are replaced by smaller ones, or by others. */
export function fewerAddresses({ changes, before, after }: Subject): Remark[] {
  const replaced = changes.filter(({ own, action }) => own.type === "host" && action === "replace");
  if (replaced.length === 0) return [];
  const keysOf = (objects: readonly CoveredObject[]) => objects.filter(({ kind }) => kind === "host");
  const missing = missingFrom(keysOf(after.objects).map(({ key }) => key));
  const keys = new Map(keysOf(before.objects).map(({ id, key }) => [id, key]));
  return replaced.flatMap(({ address, before: was, after: will }) => {
    const hosts = sidsIn(was ?? {}).flatMap((id) => keys.get(id) ?? []);
    const size = hosts.reduce((sum, host) => sum + addressCount(host), 0);
    const lost = missing(hosts);
    if (size < 2 || lost === 0) return [];
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
    return {
      text: `${capitalized(countedObjects(objects))} will be watched less: ${weaknesses.join(", ")}.`,
      addresses: before?.profile === profile ? [subject.labelOf(profile)] : labelled(objects, subject),
    };
  });
}

/** Contacts that get alerts, and that are destroyed. */
export function lostContacts({ changes, account }: Subject): Remark[] {
  const notified = new Set(
    account.before.of("contact").flatMap((contact) => {
      return ["active", "unknown"].includes(contactState(contact)) ? [contact.id] : [];
    }),
  );
  const gone = changes.filter(
    ({ own, action, before }) =>
      own.type === "contact" && action === "destroy" && notified.has(String(before?.id)),
  );
  if (gone.length === 0) return [];
  const text = `${counted(gone.length, "contact is", "contacts are")} destroyed and will not be notified. A new contact must be confirmed again.`;
  return [{ text, addresses: gone.map(({ address }) => address) }];
}

/** Actions, which no change of an object shows. */
export function invokedActions({ invocations, labelOf }: Subject): Remark[] {
  return invocations.map(({ action, address, event, trigger, objects, isOpen, isDeferred }) => {
    const names = [
      ...objects.map(labelOf),
      ...(isOpen ? ["objects that are known only after the apply"] : []),
    ];
    const when = event === null ? "with -invoke" : `${event} of ${trigger}`;
    const text = `${isDeferred ? "A later apply" : "The apply"} invokes rblmonitor_${action} ${when}: ${firstOf(names, maxNamed).join(", ") || "no objects"}.`;
    return { text, addresses: [address] };
  });
}

/** What is worth knowing, and no reason to stop: groups whose objects alert others, and contacts that wait. */
export function remarksOn(subject: Subject): string[] {
  const { account, after } = subject;
  const groups = unreachedGroups(subject, (isUsed) => isUsed || isWhole(subject)).map(
    ({ text, addresses }) => `${addresses.join()}: ${text}`,
  );
  const contacts = newContacts(account).map(({ id }) => id);
  if (contacts.length === 0) return groups;
  const awaited = awaitedGroups(subject);
  const waiting = after.objects.filter(
    ({ reaches, groups: ids = [] }) => reaches === "no" && ids.every((id) => awaited.has(id)),
  );
  const until =
    waiting.length === 0 ? "" : ` Until then, alerts about ${countedObjects(waiting)} reach no one.`;
  return [
    ...groups,
    `New contacts get alerts once they are confirmed: ${firstOf(contacts, maxNamed).join(", ")}.${until}`,
  ];
}

const maxNamed = 10;

function labelled(objects: readonly CoveredObject[], { labelOf }: Subject): string[] {
  return [...new Set(objects.map(({ id }) => labelOf(id)))];
}

function quoted(id: string | undefined, { names }: Subject): string {
  return valueText(id ?? "unknown", names);
}

/** `2 hosts and 1 certificate monitor`. An id of another kind is that of a profile, whose users are not known. */
function countedObjects(objects: readonly CoveredObject[]): string {
  const known = objects.filter(({ id, profile }) => id !== profile);
  const counts = occurrences(known.map(({ kind }) => kind));
  const texts = countedIfAny(
    ...watchedKinds.map((kind) => [counts.get(kind) ?? 0, kinds[kind].title, kinds[kind].plural] as const),
  );
  return conjunction([...texts, ...(known.length < objects.length ? ["the objects that use it"] : [])]);
}
