import type { Account } from "../../../../provider/account";
import { kinds } from "../../../../service/kinds";
import type { LegacyKind } from "../../../../service/legacy/kinds";
import { unsupportedFields } from "../../../../service/legacy/unsupported";
import type { ServiceObject } from "../../../../service/responses";
import { pausedBy } from "../../../../service/status";
import { isManageable, type NamedObject, namesOfObject, shownFields } from "../../../account/names";
import { inOrder, type Json } from "../../../output/values";

/** A field of an object with different values in both versions. */
export interface Difference extends NamedObject {
  readonly field: string;
  /** The value in version 3.0. */
  readonly legacy: Json;
  /** The value in version 4.0. */
  readonly current: Json;
  readonly reason: string;
  /** Whether a plan would change by it. */
  readonly in_the_way: boolean;
}

/** An object that only one version returns. */
interface OnlyThrough extends NamedObject {
  readonly through: "3.0" | "4.0";
  readonly reason: string;
  /** Whether a plan would change by it. */
  readonly in_the_way: boolean;
}

type AccountObject = ServiceObject<LegacyKind>;

/**
 * Compares the objects of a kind in both versions. The account may change between the readings: objects that differ, or that
 * only one list has, are read again before they are reported.
 */
export async function compareKind(
  kind: LegacyKind,
  legacy: Account,
  current: Account,
): Promise<readonly (Difference | OnlyThrough)[]> {
  const before = byId((await (await legacy.reader(kind)).readAll()).objects);
  const after = byId((await (await current.reader(kind)).readAll()).objects);
  const ids = [...new Set([...before.keys(), ...after.keys()])].filter(
    (id) => findingsOf(kind, before.get(id), after.get(id)).length > 0,
  );
  const [legacyNow, currentNow] = await Promise.all([
    readAgain(kind, legacy, ids),
    readAgain(kind, current, ids),
  ]);
  return ids.flatMap((id) => findingsOf(kind, legacyNow.get(id), currentNow.get(id)));
}

/** The maximum number of objects to read by id where their list has fewer pages. */
const maxReadById = 25;

/** The objects as they are now: those that exist. */
async function readAgain(kind: LegacyKind, account: Account, ids: readonly string[]) {
  const reader = await account.reader(kind);
  const { pages } = await reader.list();
  const objects =
    ids.length > Math.max(maxReadById, pages)
      ? (await reader.relist()).objects
      : await Promise.all(ids.map((id) => reader.readFresh(id)));
  return byId(objects.filter((object) => object !== undefined));
}

function byId(objects: readonly AccountObject[]): ReadonlyMap<string, AccountObject> {
  return new Map(objects.map((object) => [object.id, object]));
}

/** The findings about an object as both versions return it, if they do. */
function findingsOf(
  kind: LegacyKind,
  before: AccountObject | undefined,
  after: AccountObject | undefined,
): readonly (Difference | OnlyThrough)[] {
  if (before !== undefined && after !== undefined) return differencesOf(kind, before, after);
  if (before !== undefined) return [onlyLegacy(kind, before)];
  return after === undefined ? [] : [onlyCurrent(kind, after)];
}

/** The fields with different values. A field that only one version has does not count. */
function differencesOf(kind: LegacyKind, before: AccountObject, after: AccountObject): Difference[] {
  const legacy = comparedFields(before);
  const current = comparedFields(after);
  const both = Object.keys(legacy).filter(
    (field) => legacy[field] !== undefined && current[field] !== undefined,
  );
  const differing = both.filter((field) => JSON.stringify(legacy[field]) !== JSON.stringify(current[field]));
  return differing.map((field) => ({
    ...namesOfObject(kind, after),
    field,
    legacy: shownFields(kind, legacy)[field] ?? null,
    current: shownFields(kind, current)[field] ?? null,
    reason:
      kind === "host" && field === "contact_group" && isPart(legacy[field], current[field])
        ? "version 3.0 returns one contact group of a host, and 4.0 all of them: declare all of them"
        : "the versions return different values, also when read again: find out which is right, and set it through version 4.0",
    in_the_way: isManageable(kind, after),
  }));
}

/** Fields that checks change at any time, secrets, and fields that are compared in another form. */
const excluded: ReadonlySet<string> = new Set([
  ...["listed", "listed_count", "listed_details", "listed_period", "first_listed", "last_checked"],
  ...["total_entries", "total_hosts", "total_members", "expiry_days", "args", "status", "id"],
]);

/** The fields of an object that should be equal in both versions, in a common form. */
function comparedFields(object: AccountObject): Readonly<Record<string, Json | undefined>> {
  const fields = Object.entries(object).filter(([name]) => !excluded.has(name));
  return {
    ...Object.fromEntries(fields.map(([name, value]) => [name, inOrder(value as Json)])),
    paused: "status" in object ? pausedBy(object.status) : undefined,
  };
}

function isPart(some: Json | undefined, all: Json | undefined): boolean {
  return Array.isArray(some) && Array.isArray(all) && some.every((element) => all.includes(element));
}

function onlyLegacy(kind: LegacyKind, object: AccountObject): OnlyThrough {
  const isPlanned = isManageable(kind, object);
  const reason = isPlanned
    ? "version 4.0 does not return it: Terraform would plan to create it again"
    : "version 4.0 does not return it; it is built in, so no plan has it, but a profile's entries may name it";
  return { ...namesOfObject(kind, object), through: "3.0", in_the_way: isPlanned, reason };
}

function onlyCurrent(kind: LegacyKind, object: AccountObject): OnlyThrough {
  const type = kind === "source" && "type" in object ? object.type : undefined;
  const isNew = type !== undefined && unsupportedFields("create", kind, { type }).length > 0;
  const reason = isNew
    ? `version 3.0 knows no ${kinds[kind].title} of type ${type}`
    : "version 3.0 does not return it; with version 4.0 it can be declared";
  return { ...namesOfObject(kind, object), through: "4.0", in_the_way: false, reason };
}
