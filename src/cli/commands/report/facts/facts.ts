import type { CertificateErrors } from "../../../../client/lists";
import { contactState } from "../../../../coverage/alerting";
import { type Coverage, totalsOf } from "../../../../coverage/coverage";
import { groupText, reasonText } from "../../../../coverage/words";
import { observedErrors } from "../../../../provider/data/certificate-errors";
import { kindTables } from "../../../../provider/data/kinds";
import { observedValues } from "../../../../provider/data/observed";
import { groupedBy } from "../../../../service/groups";
import { activeOnlyKinds, type Kind, kindNames } from "../../../../service/kinds";
import type { ServiceObject } from "../../../../service/responses";
import { pausedBy, sourcePausedBy } from "../../../../service/status";
import type { ObjectValue } from "../../../../terraform";
import type { RequestUse } from "../../../account/hour";
import { type AccountLists, blocklistNames, observed, type readListings } from "../../../account/lists";
import { namesOfObject } from "../../../account/names";
import { type UndeclaredObject, undeclaredIn } from "../../../comparison/finding";
import { type IgnoreRule, ignore } from "../../../comparison/ignore";
import { soonDays } from "../../../output/durations";
import { compareNaturally } from "../../../output/order";
import { type Names, valueText } from "../../../output/values";
import { type DeclaredObjects, placesOf } from "../../../state/declared";
import type { changesSince } from "../changes";
import { structureOf, userCount, usersOf } from "./structure";

/** What was read of an account; null what the service refused or no request was left for. */
interface Read {
  readonly lists: AccountLists;
  readonly coverage: Coverage;
  readonly listings: Awaited<ReturnType<typeof readListings>> | null;
  readonly errors: CertificateErrors | null;
  /** The unmanaged objects; null when no state was given. */
  readonly undeclared: ReturnType<typeof undeclaredObjects>["undeclared"] | null;
  /** The SIDs of what a given state declares as paused, contacts among them. */
  readonly declaredAsPaused: readonly string[];
  /** As the service reported after everything was read. */
  readonly requests: RequestUse;
  /** Whether everything was read that the account's plan includes. */
  readonly complete: boolean;
}

/** The given states, and the rules for unmanaged objects to ignore. */
export interface ComparedStates extends DeclaredObjects {
  readonly rules: readonly IgnoreRule[];
}

/** The unmanaged objects, as `rblmonitor drift` finds them, with notes. */
export function undeclaredObjects(lists: AccountLists, { states, rules, ...declared }: ComparedStates) {
  const found = undeclaredIn(lists, { states, ...declared });
  const { findings, ignored } = ignore(rules, found.findings);
  // Lists may leave out paused sources and pending contacts.
  const isGone = ({ kind, ids }: DeclaredObjects["declared"][number]) =>
    !activeOnlyKinds.includes(kind) &&
    kind !== "contact" &&
    lists.isWhole(kind) &&
    !ids.some((id) => lists.find(id));
  return {
    undeclared: {
      states: states.map(({ name }) => name),
      objects: findings.filter((finding): finding is UndeclaredObject => finding.type === "undeclared"),
      /** How many objects the ignore file hides. */
      ignored: ignored.length,
      /** The objects that several resources have, by their SIDs, and where. */
      repeated: declared.repeated.map(({ id, declared }) => ({ id, places: placesOf(declared) })),
      /** The declared objects that the account does not have. */
      gone: declared.declared.filter(isGone).map(({ id, address }) => ({ id, address })),
    },
    notes: [...declared.notes, ...found.notes].map(({ text }) => text),
  };
}

/** Facts about an account. Parts that could not be read are null, and a note of the report has the reason. */
export type Facts = ReturnType<typeof factsOf> & {
  readonly since: ReturnType<typeof changesSince> | null;
};

export function factsOf(read: Read) {
  const { lists, coverage, listings, errors, undeclared, declaredAsPaused, requests, complete } = read;
  const counts = countsOf(lists);
  // Not all versions return the groups of contacts (docs/design/open-points.md#2).
  const hasMembers = lists.of("contact").every(({ contact_group: ids }) => ids !== undefined);
  const isKnown = lists.has("contact_group") && lists.has("contact") && hasMembers;
  const groups = isKnown && hasConnections({ counts, complete }) ? unreachableGroups(lists, coverage) : null;
  const structure = structureOf(lists, coverage, groups ?? []);
  const objects = watchedObjects(coverage, lists, structure.names);
  return {
    /** How many objects there are of each kind; built-in sources count. */
    counts,
    /**
     * The hosts that a source lists now, and how many they are, whether or not all of them could be read. They have the
     * attributes of the data source rblmonitor_host: those on the most blocklists first, then the oldest.
     */
    listed: listings && {
      total: listings.count,
      hosts: listings.hosts
        .toReversed()
        .sort((a, b) => blocklistNames(b).count - blocklistNames(a).count) as readonly ObjectValue[],
    },
    certificates: errors && certificatesOf(errors, lists),
    groups,
    contacts: lists.has("contact") ? inactiveContacts(lists) : null,
    /** How many objects are watched, and whose alerts reach someone. */
    coverage: totalsOf(coverage),
    objects,
    /** Hosts and certificate monitors that nothing checks although they are not paused. */
    unchecked: objects.flatMap(({ kind, id, key, name, reason }) =>
      reason === null || reason === "paused" ? [] : { kind, id, key, ...(name !== null && { name }), reason },
    ),
    /** Hosts, sources and certificate monitors that are paused. */
    paused: objectsByPause(lists, true),
    paused_as_declared: declaredAsPaused,
    /** Those whose status does not say whether they are paused. */
    unknown_status: objectsByPause(lists, undefined),
    undeclared,
    requests,
    structure,
  };
}

type Counts = Readonly<Record<Kind, number | null>>;

function countsOf(lists: AccountLists) {
  const countOf = (kind: Kind) => lists.of(kind).length + (lists.lacking.get(kind) ?? 0);
  return Object.fromEntries(
    kindNames.map((kind) => [kind, lists.has(kind) ? countOf(kind) : null]),
  ) as Counts;
}

/** Certificate errors, and the monitors of certificates that expire soon, those that expire first in front. */
function certificatesOf(reported: CertificateErrors, lists: AccountLists) {
  const { total_errors, errors } = observedErrors(reported);
  const expiring = lists
    .of("certificate_monitor")
    .filter(({ expiry_days: days }) => days !== undefined && days <= soonDays)
    .sort((a, b) => (a.expiry_days ?? 0) - (b.expiry_days ?? 0))
    .map((monitor) => observedValues(kindTables.certificate_monitor.attributes, monitor));
  return {
    total_errors: Math.max(total_errors, errors.length),
    /** With the attributes of an error of the data source rblmonitor_certificate_errors. */
    errors: errors as readonly ObjectValue[],
    expiring: expiring as readonly ObjectValue[],
  };
}

/** Whether the certificate of a monitor has expired. */
export function hasExpired({ expiry_days: days }: ObjectValue): boolean {
  return typeof days === "number" && days < 0;
}

/**
 * Contacts that are not notified, or may not be, with the attributes of the data source rblmonitor_contact; `unknown` are
 * those with a status that the API does not document.
 */
function inactiveContacts(lists: AccountLists) {
  const states = groupedBy(lists.of("contact"), contactState);
  const inactive = (state: "pending" | "paused" | "unknown"): readonly ObjectValue[] =>
    observed(kindTables.contact, states.get(state) ?? [], "contact", "id");
  return { pending: inactive("pending"), paused: inactive("paused"), unknown: inactive("unknown") };
}

/** Whether everything is read that is connected with groups. What the account's plan does not include is not connected. */
export function hasConnections({ counts, complete }: Pick<Read, "complete"> & { readonly counts: Counts }) {
  const kinds = ["host", "certificate_monitor", "contact", "contact_group"] as const;
  return complete || kinds.every((kind) => counts[kind] !== null);
}

/** The contact groups without an active contact: first those that certainly have none, and those with the most hosts and monitors. */
function unreachableGroups(lists: AccountLists, { objects, groups }: Coverage) {
  const uses = objects.flatMap(({ kind, groups: ids }) => [...new Set(ids)].map((id) => ({ id, kind })));
  const users = groupedBy(uses, ({ id }) => id);
  return lists
    .of("contact_group")
    .flatMap(({ id, is_default: isDefault }) => {
      const group = groups.get(id);
      if (group === undefined || group.reaches === "yes") return [];
      const used = users.get(id) ?? [];
      const unreached = objects.filter(
        ({ reaches, groups: ids = [] }) => reaches !== "yes" && ids.includes(id),
      );
      return {
        ...{ id, name: group.name },
        /** Unknown if it has a contact whose status is unknown. */
        reaches: group.reaches,
        /** Why it reaches no one: its contacts by their states. */
        why: groupText(group),
        /** How many contacts it has: none is active. */
        contacts: Object.values(group.contacts).reduce((sum, count) => sum + count, 0),
        /** Hosts and certificate monitors that notify it. */
        ...usersOf(used),
        /** Those among them that no other group reaches someone about. */
        unreached: usersOf(unreached),
        /** Whether it is the account's default, which every account has, and nothing notifies it. */
        is_unused_default: isDefault === true && used.length === 0,
      };
    })
    .sort(
      (a, b) =>
        Number(b.reaches === "no") - Number(a.reaches === "no") ||
        userCount(b) - userCount(a) ||
        compareNaturally(a.name ?? a.id, b.name ?? b.id),
    );
}

/** Each host and certificate monitor: whether something checks it, if not why, and whether its alerts reach someone. */
function watchedObjects({ objects }: Coverage, lists: AccountLists, names: Names) {
  const described = objects.map((object) => {
    const { kind, id, key, name, profile = null, reaches, watch } = object;
    const monitor: Partial<ServiceObject<"certificate_monitor">> | undefined = lists.find(id);
    const { status = null, expiry_days = null } = monitor ?? {};
    const reason = watch.watched === "no" ? reasonText(object, valueText(profile, names)) : null;
    return { kind, id, key, name, status, watched: watch.watched, reason, reaches, expiry_days };
  });
  return described.sort((a, b) => compareNaturally(a.key, b.key));
}

/** The kinds of the part about paused objects; contacts have their own part. */
export const checkedKinds = ["host", "certificate_monitor", "source"] as const;

/** The hosts, certificate monitors and sources that are paused, or may be (undefined), by kind and by what they are called. */
function objectsByPause(lists: AccountLists, isPaused: true | undefined) {
  return checkedKinds.flatMap((kind) => {
    const stateOf = kind === "source" ? sourcePausedBy : pausedBy;
    return lists
      .of(kind)
      .filter(({ status }) => stateOf(status) === isPaused)
      .map((object) => ({ ...namesOfObject(kind, object), status: object.status ?? "" }))
      .sort((a, b) => compareNaturally(a.key ?? a.id, b.key ?? b.id));
  });
}
