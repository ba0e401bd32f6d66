import { isDeepStrictEqual } from "node:util";
import { type CoveredAccount, unknownSid } from "../../coverage/account";
import { wireFields } from "../../provider/managed/wire";
import { parseSubnet } from "../../service/addresses";
import { fieldOf, references } from "../../service/fields";
import { groupedBy } from "../../service/groups";
import { type Kind, kindNames, kinds } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import { isSid, sidKind } from "../../service/sids";
import { isPausedStatus, isPendingStatus } from "../../service/status";
import { type ObjectValue, unknown } from "../../terraform";
import type { AccountLists } from "../account/lists";
import { resourceOf, sidsIn } from "../account/names";
import type { Invocation } from "./invocations";
import { isKnown, type ManagedObject, type ManagedObjects, textsOf } from "./managed-objects";
import type { OwnChange } from "./own-changes";

/** The account of a plan before the apply and after it. */
export interface PlannedAccount {
  readonly before: CoveredAccount;
  readonly after: CoveredAccount;
  /** The SIDs of replaced objects, by the ids of those in their place. */
  readonly replaced: ReadonlyMap<string, string>;
}

/** What a plan does to the objects of this provider. */
export interface PlanParts {
  readonly changes: readonly OwnChange[];
  readonly invocations: readonly Invocation[];
  readonly managed: ManagedObjects;
}

type Fields = Readonly<Record<string, unknown>>;
type Objects = ReadonlyMap<string, { readonly kind: Kind; readonly fields: Fields }>;

/** Status words, which `service/status.ts` reads. Whether a resumed contact was ever confirmed is not known. */
const status = {
  paused: "paused",
  active: "active",
  pending: "pending",
  resumed: "pending or active",
} as const;

/**
 * The account as it is, from its lists and the plan's values before, and as the apply leaves it: objects that are forgotten stay,
 * new contacts wait for their confirmation, and actions before changes come first.
 * @param lists the lists that were read; without them, the plan alone decides
 */
export function plannedAccount(
  { changes, invocations, managed }: PlanParts,
  lists?: AccountLists,
): PlannedAccount {
  const declared = managed.before.flatMap(({ kind, values }) => existingObjects(kind, values));
  const before = new Map(declared);
  // Deposed objects are not among those that the plan manages.
  for (const { own, prior } of changes)
    if (own.object && prior && !before.has(String(prior.id)))
      for (const [id, object] of existingObjects(own.object.kind, prior)) before.set(id, object);
  for (const kind of kindNames)
    for (const object of lists?.of(kind) ?? [])
      before.set(object.id, { kind, fields: { ...before.get(object.id)?.fields, ...object } });

  const after = new Map(before);
  const replaced = new Map<string, string>();
  const planned = new Map(managed.after.map((object) => [object.address, object]));
  const fieldsAfter = plannedFields(managed);
  const comesFirst = ({ event }: Invocation) => event?.startsWith("before") === true;
  invoke(invocations.filter(comesFirst), after);
  for (const change of changes) {
    const { own, action, address, prior } = change;
    const object = planned.get(address);
    const ids = sidsIn(change.before ?? {});
    if (own.object === undefined || action === "none" || action === "forget") continue;
    const { kind } = own.object;
    if (action === "destroy" || action === "replace") for (const id of ids) after.delete(id);
    if (action === "update" && object) {
      const changed = changedFields(kind, change, fieldsAfter(object));
      for (const id of ids) {
        const fields = after.get(id)?.fields;
        if (fields) after.set(id, { kind, fields: { ...fields, ...changed(fields) } });
      }
    } else if (object && action !== "destroy") {
      const isPending = kind === "contact" && object.values.paused !== true;
      const fields = { ...fieldsAfter(object), ...(isPending && { status: status.pending }) };
      after.set(address, { kind, fields });
      if (typeof prior?.id === "string") replaced.set(address, prior.id);
    }
  }
  const comesLast = (invocation: Invocation) => !comesFirst(invocation);
  invoke(invocations.filter(comesLast), after);

  const whole = (kind: Kind) => lists?.isWhole(kind) === true;
  // The configuration manages the contacts of a group that had one, and no one else knows a new group.
  const groups = new Set(
    declared.flatMap(([, { kind, fields }]) => (kind === "contact" ? textsOf(fields.contact_group) : [])),
  );
  const hasWholeGroup = (group: string) => !isSid("contact_group", group) || groups.has(group);
  return {
    before: account(before, whole, hasWholeGroup),
    after: account(after, whole, hasWholeGroup),
    replaced,
  };
}

function account(
  objects: Objects,
  isWhole: (kind: Kind) => boolean,
  hasWholeGroup: (group: string) => boolean,
): CoveredAccount {
  const byKind = groupedBy(objects, ([, { kind }]) => kind);
  const lists = new Map(
    [...byKind].map(([kind, some]) => [kind, some.map(([id, { fields }]) => ({ ...fields, id }))]),
  );
  return {
    // The fields are those of the kind, as its table has them.
    of: <K extends Kind>(kind: K) => (lists.get(kind) ?? []) as unknown as readonly ServiceObject<K>[],
    isWhole,
    hasWholeGroup,
  };
}

/** The objects of a resource: of a subnet its members. */
function existingObjects(
  kind: Kind,
  values: ObjectValue,
): (readonly [string, { kind: Kind; fields: Fields }])[] {
  const fields = fieldsOf(kind, values);
  const members = Array.isArray(values.members) ? (values.members as readonly ObjectValue[]) : [];
  if (members.length < 2)
    return sidsIn(values)
      .slice(0, 1)
      .map((id) => [id, { kind, fields }]);
  const parent = members.find(({ host }) => parseSubnet(String(host)) !== undefined)?.id;
  return members.map(({ id, host }) => [
    String(id),
    { kind, fields: { ...fields, host, ...(parent && id !== parent && { parent }) } },
  ]);
}

/** Attributes as fields of the service. Null and unknown ones are absent. */
function fieldsOf(kind: Kind, values: ObjectValue): Fields {
  const fields = wireFields(resourceOf(kind).attributes).flatMap(({ name, field }) =>
    (values[name] ?? null) === null ? [] : [[field, values[name]] as const],
  );
  return {
    ...Object.fromEntries(fields),
    ...(kinds[kind].pausable && { status: statusOf(values) }),
    // No configuration manages built-in sources.
    ...(kind === "source" && { custom: true }),
  };
}

function statusOf({ paused = unknown }: ObjectValue): string {
  if (paused === true) return status.paused;
  return paused === false || paused === null ? status.active : "known after the apply";
}

/**
 * Returns a function for the fields of an object after the apply. References to new objects are their addresses, as far as
 * expressions show them.
 */
function plannedFields(managed: ManagedObjects): (object: ManagedObject) => Fields {
  const created = managed.after.filter(({ id }) => id === undefined);
  const addresses = new Set(created.map(({ kind, address }) => `${kind} ${address}`));
  const byKey = new Map(
    [...groupedBy(created, ({ kind, address }) => `${kind} ${withoutKey(address)}`)].map(
      ([name, some]) => [name, new Map(some.map(({ address }) => [keyOf(address), address]))] as const,
    ),
  );
  /** The addresses of a number of new objects; any number if it is undefined. */
  const resolve = (object: ManagedObject, name: string, kind: Kind, count: number | undefined): string[] => {
    const named = object.references(name);
    const exact = named.filter((address) => keyOf(address) !== "" && addresses.has(`${kind} ${address}`));
    const some = named.flatMap((address) => byKey.get(`${kind} ${withoutKey(address)}`) ?? []);
    // The instances of one resource look alike in an expression: the one with the same key is meant.
    const same = some.flatMap((instances) => instances.get(keyOf(object.address)) ?? []);
    const all = some.flatMap((instances) => [...instances.values()]);
    const fitting = [exact, same, all].find(({ length }) => length > 0 && length === (count ?? length)) ?? [];
    // Of an unknown set, an expression may add others.
    return fitting.length === 0 || count === undefined ? [...fitting, unknownSid] : fitting;
  };
  return (object) => {
    const { kind, values } = object;
    const fields = wireFields(resourceOf(kind).attributes).flatMap(({ name, field }) => {
      const referred = references[kind][field];
      if (referred === undefined || isKnown(object, name)) return [];
      const value = values[name];
      const open = Array.isArray(value) ? value.filter((item) => item === null).length : undefined;
      const isList = fieldOf(kind, field)?.rule.type === "list";
      const ids = resolve(object, name, referred, isList ? open : 1);
      return [[field, isList ? [...textsOf(value), ...ids] : ids[0]] as const];
    });
    return { ...fieldsOf(kind, values), ...Object.fromEntries(fields) };
  };
}

const key = /\[(?:\d+|"(?:[^"\\]|\\.)*")\]$/;

/** The key of an instance, such as `["a"]`; empty without one. */
function keyOf(address: string): string {
  return key.exec(address)?.[0] ?? "";
}

function withoutKey(address: string): string {
  return address.replace(key, "");
}

/** Returns the fields that an update changes. Others stay as the account has them. */
function changedFields(kind: Kind, { prior, plan }: OwnChange, fields: Fields): (before: Fields) => Fields {
  const isChanged = (name: string) => !isDeepStrictEqual(prior?.[name] ?? null, plan?.[name] ?? null);
  const changed = wireFields(resourceOf(kind).attributes)
    .filter(({ name }) => isChanged(name))
    .map(({ field }) => [field, fields[field]] as const);
  return (before) => ({
    ...Object.fromEntries(changed),
    ...(kinds[kind].pausable &&
      isChanged("paused") && {
        status: plan?.paused === false ? resumed(kind, before) : statusOf({ paused: plan?.paused ?? null }),
      }),
  });
}

/** The status of an object that is resumed. */
function resumed(kind: Kind, { status: was }: Fields): string {
  if (kind !== "contact") return status.active;
  return isPausedStatus(String(was)) ? status.resumed : String(was ?? status.active);
}

/** What actions do to their objects. Objects that were not read have only a SID. */
function invoke(
  invocations: readonly Invocation[],
  objects: Map<string, { kind: Kind; fields: Fields }>,
): void {
  for (const { action, objects: ids, isDeferred } of invocations) {
    if (isDeferred || action === "check" || action === "resend_confirmation") continue;
    for (const id of ids) {
      const known = objects.get(id);
      const kind = known?.kind ?? sidKind(id);
      if (kind === undefined) continue;
      const fields = known?.fields ?? {};
      const word =
        action === "pause"
          ? status.paused
          : action === "resume"
            ? resumed(kind, fields)
            : isPendingStatus(String(fields.status))
              ? status.active
              : fields.status;
      objects.set(id, { kind, fields: { ...fields, status: word } });
    }
  }
}
