import { isDeepStrictEqual } from "node:util";
import type { Account } from "../../../../provider/account";
import type { ApiVersion } from "../../../../service/api-version";
import { kinds } from "../../../../service/kinds";
import type { LegacyKind } from "../../../../service/legacy/kinds";
import { unsupportedFields } from "../../../../service/legacy/unsupported";
import type { ServiceObject } from "../../../../service/responses";
import { pausedBy } from "../../../../service/status";
import type { AccountLists } from "../../../account/lists";
import { isManageable, namesOfObject, shownFields } from "../../../account/names";
import { inOrder, type Json } from "../../../output/values";

type AccountObject = ServiceObject<LegacyKind>;

/**
 * Compares the objects of a kind in both versions. The account may change between the readings, and a list may lack objects:
 * those that differ, or that only one list has, are read again before they are reported.
 */
export async function compareKind(
  kind: LegacyKind,
  legacy: VersionLists,
  current: VersionLists,
): Promise<readonly (Difference | OnlyThrough)[]> {
  const [before, after] = [byId(legacy.lists.of(kind)), byId(current.lists.of(kind))];
  const ids = [...new Set([...before.keys(), ...after.keys()])].filter(
    (id) => findingsOf(kind, before.get(id), after.get(id)).length > 0,
  );
  const readAgain = async ({ account }: VersionLists) =>
    byId(await (await account.reader(kind)).readManyFresh(ids));
  const [legacyNow, currentNow] = await Promise.all([readAgain(legacy), readAgain(current)]);
  return ids.flatMap((id) => findingsOf(kind, legacyNow.get(id), currentNow.get(id)));
}

/** An account through one version, and the lists that it returned. */
interface VersionLists {
  readonly account: Account;
  readonly lists: AccountLists;
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
  if (before !== undefined) return [onlyThrough("3.0", kind, before)];
  return after === undefined ? [] : [onlyThrough("4.0", kind, after)];
}

export type Difference = ReturnType<typeof differencesOf>[number];

/** The fields with different values. A field that only one version has does not count. */
function differencesOf(kind: LegacyKind, before: AccountObject, after: AccountObject) {
  const [legacy, current] = [comparedFields(before), comparedFields(after)];
  const differing = Object.keys(legacy).filter((field) => {
    const [old, now] = [legacy[field], current[field]];
    return old !== undefined && now !== undefined && !isDeepStrictEqual(old, now);
  });
  return differing.map((field) => ({
    ...namesOfObject(kind, after),
    field,
    legacy: shownFields(kind, legacy)[field] ?? null,
    current: shownFields(kind, current)[field] ?? null,
    reason:
      kind === "host" && field === "contact_group" && isPart(legacy[field], current[field])
        ? "version 3.0 returns one contact group of a host, and 4.0 all of them: declare all of them"
        : "the versions return different values, also when read again: find out which is right, and set it through version 4.0",
    // Whether a plan would change by it.
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

type OnlyThrough = ReturnType<typeof onlyThrough>;

/** An object that only one version returns. */
function onlyThrough(through: ApiVersion, kind: LegacyKind, object: AccountObject) {
  const isPlanned = through === "3.0" && isManageable(kind, object);
  const reason = through === "3.0" ? goneReason(isPlanned) : newReason(kind, object);
  return { ...namesOfObject(kind, object), through, in_the_way: isPlanned, reason };
}

function goneReason(isPlanned: boolean): string {
  return isPlanned
    ? "version 4.0 does not return it: Terraform would plan to create it again"
    : "version 4.0 does not return it; it is built in, so no plan has it, but a profile's entries may name it";
}

function newReason(kind: LegacyKind, object: AccountObject): string {
  const type = kind === "source" && "type" in object ? object.type : undefined;
  return type !== undefined && unsupportedFields("create", kind, { type }).length > 0
    ? `version 3.0 knows no ${kinds[kind].title} of type ${type}`
    : "version 3.0 does not return it; with version 4.0 it can be declared";
}
