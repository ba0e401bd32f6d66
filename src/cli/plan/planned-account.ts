import { type CoveredAccount, unknownSid } from "../../coverage/account";
import type { ActionName } from "../../provider/actions/actions";
import { wireFields } from "../../provider/managed/wire";
import { parseSubnet } from "../../service/addresses";
import { fieldOf, references } from "../../service/fields";
import { groupedBy } from "../../service/groups";
import { type Kind, kindNames, kinds } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import { canonicalSid, isSid, sidKind } from "../../service/sids";
import { isPausedStatus, isPendingStatus } from "../../service/status";
import type { AccountLists } from "../account/lists";
import { resourceOf } from "../account/names";
import { isMarked } from "../state/json";
import { type Facts, isChanged, type OwnChange, type PlanParts } from "./changes";
import { partsOfAddress } from "./configured";
import { type Invocation, textsOf } from "./invocations";

type Objects = Map<string, { readonly kind: Kind; readonly fields: Facts }>;

/** Status words, which `service/status.ts` reads. Whether a resumed contact is confirmed is not known. */
const status = {
  paused: "paused",
  active: "active",
  pending: "pending",
  unconfirmed: "pending or active",
} as const;

/**
 * The account as it is, from its lists and the plan's values before, and as the apply leaves it: objects that are forgotten stay,
 * new contacts wait for their confirmation, and actions before changes come first.
 * @param lists the lists that were read; without them, the plan alone decides
 * @param alarms as in {@link CoveredAccount}
 */
export function plannedAccount(
  { changes, invocations }: PlanParts,
  lists: AccountLists | undefined,
  alarms: ReadonlySet<string>,
) {
  const declared = changes.flatMap(existingObjects);
  const before: Objects = new Map(declared);
  for (const kind of kindNames)
    for (const object of lists?.of(kind) ?? [])
      before.set(object.id, { kind, fields: { ...before.get(object.id)?.fields, ...object } });

  const after = new Map(before);
  /** The SIDs of replaced objects, by the ids of those in their place. */
  const replaced = new Map<string, string>();
  const fieldsAfter = plannedFields(changes);
  const isFirst = ({ event }: Invocation) => event?.startsWith("before") === true;
  const later = invocations.filter((invocation) => !isFirst(invocation));
  invoke(invocations.filter(isFirst), before, after);
  for (const change of changes) {
    const { own, action, address, before: was, after: will, ids } = change;
    const kind = own.object?.kind;
    if (kind === undefined || action === "none" || action === "forget") continue;
    for (const id of action === "create" ? [] : ids) {
      const fields = after.get(id)?.fields;
      if (action !== "update") after.delete(id);
      else if (fields)
        after.set(id, { kind, fields: changedFields(kind, change, fields, fieldsAfter(change)) });
    }
    if (action === "update" || will === null) continue;
    const isPending = kind === "contact" && will.paused !== true;
    const fields = { ...fieldsAfter(change), ...(isPending && { status: status.pending }) };
    after.set(address, { kind, fields });
    if (action === "replace") replaced.set(address, String(was?.id));
  }
  invoke(later, before, after);

  // The configuration manages the contacts of a group that had one, and no one else knows a new group.
  const groups = new Set(
    declared.flatMap(([, { kind, fields }]) => (kind === "contact" ? textsOf(fields.contact_group) : [])),
  );
  const account = (objects: Objects): CoveredAccount => {
    const byKind = groupedBy(objects, ([, { kind }]) => kind);
    const all = new Map(
      [...byKind].map(([kind, some]) => [kind, some.map(([id, { fields }]) => ({ ...fields, id }))]),
    );
    return {
      // The fields are those of the kind, as its table has them.
      of: <K extends Kind>(kind: K) => (all.get(kind) ?? []) as unknown as readonly ServiceObject<K>[],
      isWhole: (kind) => lists?.isWhole(kind) === true,
      hasWholeGroup: (group) => !isSid("contact_group", group) || groups.has(group),
      alarms,
    };
  };
  return { before: account(before), after: account(after), replaced };
}

/** The objects of a resource before the apply: of a subnet its members. */
function existingObjects({ own, before }: OwnChange): (readonly [string, { kind: Kind; fields: Facts }])[] {
  const kind = own.object?.kind;
  if (kind === undefined || before === null) return [];
  const fields = fieldsOf(kind, before);
  const members: readonly Facts[] = Array.isArray(before.members) ? before.members : [];
  const parent = members.find(({ host }) => parseSubnet(String(host)) !== undefined)?.id;
  const objects = members.length < 2 ? [{ id: before.id, host: fields.host }] : members;
  return objects.map(({ id, host }) => {
    const own = { ...(host ? { host } : {}), ...(parent && id !== parent ? { parent } : {}) };
    return [String(id), { kind, fields: { ...fields, ...own } }];
  });
}

/** Attributes as fields of the service. Null and unknown ones are absent. SIDs are as the service writes them. */
function fieldsOf(kind: Kind, values: Facts): Facts {
  const spelled = (value: unknown) => (typeof value === "string" ? canonicalSid(value) : value);
  const fields = wireFields(resourceOf(kind).attributes).flatMap(({ name, field }) => {
    const value = values[name] ?? null;
    return value === null
      ? []
      : [[field, Array.isArray(value) ? value.map(spelled) : spelled(value)] as const];
  });
  return {
    ...Object.fromEntries(fields),
    ...(kinds[kind].pausable && { status: statusOf(values.paused) }),
    // No configuration manages built-in sources.
    ...(kind === "source" && { custom: true }),
  };
}

function statusOf(paused: unknown): string {
  if (paused === true) return status.paused;
  return paused === false || paused === null ? status.active : "known after the apply";
}

/** Returns a function for the fields of an object after the apply. References to new objects are their addresses. */
function plannedFields(changes: readonly OwnChange[]): (change: OwnChange) => Facts {
  const referred = newReferences(changes);
  return (change) => {
    const kind = change.own.type as Kind;
    const own = fieldsOf(kind, change.after ?? {});
    const open = wireFields(resourceOf(kind).attributes).flatMap(({ name, field }) => {
      const ids = referred(change, name);
      if (ids === undefined) return [];
      const isList = fieldOf(kind, field)?.rule.type === "list";
      return [[field, isList ? [...textsOf(own[field]), ...ids] : ids[0]] as const];
    });
    return { ...own, ...Object.fromEntries(open) };
  };
}

/** Finds the new objects to which an attribute of a change refers. */
export type NewReferences = ReturnType<typeof newReferences>;

/**
 * Returns a function for the new objects to which the unknown part of an attribute refers: their addresses, as far as expressions
 * show them, and {@link unknownSid}. It returns undefined for attributes that are known, or that refer to no object.
 */
export function newReferences(changes: readonly OwnChange[]) {
  const created = changes.filter(({ after }) => after && typeof after.id !== "string");
  const instances = groupedBy(
    created.map(({ address }) => ({ address, ...partsOfAddress(address) })),
    ({ resource }) => resource,
  );
  return (change: OwnChange, name: string): readonly string[] | undefined => {
    const { own, address, after, references: referencesOf, unknown } = change;
    const kind = own.object?.kind;
    const { field = "" } = wireFields(own.attributes).find((each) => each.name === name) ?? {};
    const referred = kind && references[kind][field];
    if (kind === undefined || referred === undefined || !isMarked(unknown(name))) return undefined;
    const value = after?.[name];
    const open = Array.isArray(value) ? value.filter((item) => item === null).length : undefined;
    const count = fieldOf(kind, field)?.rule.type === "list" ? open : 1;
    const named = referencesOf(name).filter((reference) => reference.includes(`rblmonitor_${referred}.`));
    const resources = new Set(named.map((reference) => partsOfAddress(reference).resource));
    const all = [...resources].flatMap((resource) => instances.get(resource) ?? []);
    const exact = all.filter((each) => each.key !== "" && named.includes(each.address));
    // The instances of one resource look alike in an expression: the one with the same key is meant.
    const { key } = partsOfAddress(address);
    const same = all.filter((each) => each.key === key);
    const found = [exact, same, all].find(({ length }) => length > 0 && length === (count ?? length));
    const ids = (found ?? []).map((each) => each.address);
    // Of an unknown set, an expression may add others.
    return ids.length === 0 || count === undefined ? [...ids, unknownSid] : ids;
  };
}

/** The fields of an object after an update, which leaves those that it does not change as the account has them. */
function changedFields(kind: Kind, change: OwnChange, before: Facts, after: Facts): Facts {
  const changed = wireFields(resourceOf(kind).attributes)
    .filter(({ name }) => isChanged(change, name))
    .map(({ field }) => [field, after[field]] as const);
  const isResumed = change.plan?.paused === false;
  const isRedirected = kind === "contact" && isChanged(change, "contact") && before.status === status.active;
  return {
    ...before,
    ...Object.fromEntries(changed),
    // The service may ask for the confirmation of a new destination (docs/design/open-points.md#37).
    ...(isRedirected && { status: status.unconfirmed }),
    ...(kinds[kind].pausable &&
      isChanged(change, "paused") && { status: isResumed ? resumed(kind, before) : after.status }),
  };
}

/** The status of an object that is resumed. */
function resumed(kind: Kind, { status: was }: Facts): string {
  if (kind !== "contact") return status.active;
  return was === undefined || isPausedStatus(String(was)) ? status.unconfirmed : String(was);
}

/** The status of an object after an action; undefined if it stays, as after those that are not here. */
const statusAfter: Partial<Record<ActionName, (kind: Kind, fields: Facts) => string | undefined>> = {
  confirm_contact: (_, { status: was }) => (isPendingStatus(String(was)) ? status.active : undefined),
  pause: () => status.paused,
  resume: resumed,
};

/** What actions do to objects that are not destroyed. Those that were not read have only a SID. */
function invoke(invocations: readonly Invocation[], before: Objects, after: Objects): void {
  for (const { action, objects: ids } of invocations.filter(({ deferred }) => !deferred))
    for (const id of ids.filter((id) => after.has(id) || !before.has(id))) {
      const { kind = sidKind(id), fields = {} } = after.get(id) ?? {};
      const word = kind && statusAfter[action]?.(kind, fields);
      if (word) after.set(id, { kind, fields: { ...fields, status: word } });
    }
}
