import type { Account } from "../../../../provider/account";
import { kinds } from "../../../../service/kinds";
import type { LegacyKind } from "../../../../service/legacy/kinds";
import { unsupportedFields } from "../../../../service/legacy/unsupported";
import type { ServiceObject } from "../../../../service/responses";
import type { KindReader } from "../../../../snapshot/kind-reader";
import type { ObjectValue } from "../../../../terraform";
import { namesOfObject, shownFields } from "../../../account/names";
import type { Note } from "../../../output/text";
import type { Json } from "../../../output/values";
import { type BothVersions, differingFields } from "./interfaces";
import type { Difference, OnlyThrough } from "./report";

/** The maximum number of differing objects to read again, with one or two requests each. */
const maxReadAgain = 25;

/** The comparison of the objects of a kind. */
interface ComparedKind {
  readonly differences: readonly Difference[];
  readonly only: readonly OnlyThrough[];
  readonly notes: readonly Note[];
}

type AccountObject = ServiceObject<LegacyKind>;

/**
 * Compares both lists. An account may change between two readings: objects that differ, or that only
 * one list has, are read again before they are reported.
 */
export async function compareKind(
  both: BothVersions,
  kind: LegacyKind,
  lists: { readonly legacy: readonly AccountObject[]; readonly current: readonly AccountObject[] },
): Promise<ComparedKind> {
  const legacy = byId(lists.legacy);
  const current = byId(lists.current);
  const gone = await readMissing(kind, { account: both.legacy, objects: legacy }, both.current, current);
  const added = await readMissing(kind, { account: both.current, objects: current }, both.legacy, legacy);
  const pairs: Pair[] = [
    ...pairsOf([...legacy.values()], (id) => current.get(id)),
    ...gone.pairs,
    ...added.pairs.map(({ before: after, after: before }) => ({ before, after })),
  ].filter(({ before, after }) => differingFields(before, after).length > 0);
  const again = await Promise.all(pairs.slice(0, maxReadAgain).map((pair) => reread(both, kind, pair)));
  const notRequested = pairs.slice(maxReadAgain);
  const text = `${notRequested.length} of the ${kinds[kind].plural} that differ were not read again, so some may have changed while they were read.`;
  return {
    differences: [...again.flat(), ...notRequested].flatMap((pair) => differencesOf(kind, pair)),
    only: [
      ...gone.only.map((object) => onlyThrough(kind, "3.0", object)),
      ...added.only.map((object) => onlyThrough(kind, "4.0", object)),
    ],
    notes: notRequested.length === 0 ? [] : [{ text }],
  };
}

interface Pair {
  readonly before: AccountObject;
  readonly after: AccountObject;
}

function pairsOf(
  objects: readonly AccountObject[],
  twinOf: (id: string) => AccountObject | undefined,
): Pair[] {
  return objects.flatMap((before) => {
    const after = twinOf(before.id);
    return after === undefined ? [] : [{ before, after }];
  });
}

function differencesOf(kind: LegacyKind, { before, after }: Pair): Difference[] {
  const legacy: ObjectValue = shownFields(kind, before as ObjectValue);
  const current: ObjectValue = shownFields(kind, after as ObjectValue);
  return differingFields(before, after).map((difference) => ({
    ...namesOfObject(kind, after),
    ...difference,
    ...(difference.field === "contact" && {
      legacy: legacy.contact as Json,
      current: current.contact as Json,
    }),
    reason: reasonOf(kind, difference),
    in_the_way: !isBuiltIn(after),
  }));
}

function reasonOf(
  kind: LegacyKind,
  { field, legacy, current }: ReturnType<typeof differingFields>[number],
): string {
  if (kind === "host" && field === "contact_group" && isPart(legacy, current)) {
    return "version 3.0 returns one contact group of a host, and 4.0 all of them: declare all of them";
  }
  return "the versions return different values, also when read again: find out which is right, and set it through version 4.0";
}

function isPart(some: Json, all: Json): boolean {
  return Array.isArray(some) && Array.isArray(all) && some.every((element) => all.includes(element));
}

/** Both as they are now; none if one of them was deleted meanwhile. */
async function reread({ legacy, current }: BothVersions, kind: LegacyKind, { after }: Pair): Promise<Pair[]> {
  const [object, twin] = await Promise.all(
    [legacy, current].map(async (account) => (await account.reader(kind)).readFresh(after.id)),
  );
  return object === undefined ? [] : pairsOf([object], () => twin);
}

/**
 * Reads the objects that only one list has through both versions: those of the other version come second in the pairs, and
 * `only` are those that it does not return.
 */
async function readMissing(
  kind: LegacyKind,
  { account, objects }: { readonly account: Account; readonly objects: ReadonlyMap<string, AccountObject> },
  other: Account,
  known: ReadonlyMap<string, AccountObject>,
): Promise<{ readonly pairs: Pair[]; readonly only: AccountObject[] }> {
  const missing = [...objects.values()].filter(({ id }) => !known.has(id));
  if (missing.length === 0) return { pairs: [], only: [] };
  const ids = missing.map(({ id }) => id);
  const twins = byId(await findObjects(ids, await other.reader(kind), kinds[kind].listsAll));
  const open = missing.filter(({ id }) => !twins.has(id));
  const still = byId(open.length === 0 ? [] : (await (await account.reader(kind)).relist()).objects);
  return {
    pairs: pairsOf(missing, (id) => twins.get(id)),
    only: open.filter(({ id }) => still.has(id)),
  };
}

/** Looks for objects that a list did not have: by their ids where lists leave some out, unless those are many. */
async function findObjects(
  ids: readonly string[],
  elsewhere: KindReader<LegacyKind>,
  listsAll: boolean,
): Promise<readonly AccountObject[]> {
  if (!listsAll && ids.length > maxReadAgain) return (await elsewhere.relist()).objects;
  const objects = await Promise.all(ids.map((id) => elsewhere.read(id)));
  return objects.filter((object) => object !== undefined);
}

function onlyThrough(kind: LegacyKind, through: OnlyThrough["through"], object: AccountObject): OnlyThrough {
  return {
    ...namesOfObject(kind, object),
    through,
    in_the_way: through === "3.0" && !isBuiltIn(object),
    reason: through === "3.0" ? missingReason(object) : newReason(kind, object),
  };
}

/** Configurations do not declare built-in sources. */
function isBuiltIn(object: AccountObject): boolean {
  return "custom" in object && object.custom === false;
}

function missingReason(object: AccountObject): string {
  return isBuiltIn(object)
    ? "version 4.0 does not return it; it is built in, so no plan has it, but a profile's entries may name it"
    : "version 4.0 does not return it: Terraform would plan to create it again";
}

function newReason(kind: LegacyKind, object: AccountObject): string {
  const { title } = kinds[kind];
  const type = kind === "source" && "type" in object ? object.type : undefined;
  const isNew = type !== undefined && unsupportedFields("create", kind, { type }).length > 0;
  if (isNew) return `version 3.0 knows no ${title} of type ${type}`;
  return "version 3.0 does not return it; with version 4.0 it can be declared";
}

function byId(objects: readonly AccountObject[]): ReadonlyMap<string, AccountObject> {
  return new Map(objects.map((object) => [object.id, object]));
}
