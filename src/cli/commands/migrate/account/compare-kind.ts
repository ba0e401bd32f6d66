import type { KindReader } from "../../../../drift/kind-reader";
import type { Account } from "../../../../provider/account";
import { kinds } from "../../../../service/kinds";
import type { LegacyKind } from "../../../../service/legacy/kinds";
import { unsupportedFields } from "../../../../service/legacy/unsupported";
import type { ServiceObject } from "../../../../service/responses";
import type { ObjectValue } from "../../../../terraform";
import { namesOfObject, shownFields } from "../../../account/names";
import type { Note } from "../../../output/text";
import type { Json } from "../../../output/values";
import { type BothVersions, differingFields } from "./interfaces";
import type { Difference, OnlyThrough } from "./report";

/** The maximum number of differing objects to read again, with one or two requests each. */
const maxReadAgain = 25;

/** The comparison of the objects of a kind. */
export interface ComparedKind {
  readonly differences: readonly Difference[];
  readonly only: readonly OnlyThrough[];
  readonly notes: readonly Note[];
}

type One = ServiceObject<LegacyKind>;

/**
 * Compares both lists. An account may change between two readings: objects that differ, or that only
 * one list has, are read again before they are reported.
 */
export async function compareKind(
  both: BothVersions,
  kind: LegacyKind,
  lists: { readonly legacy: readonly One[]; readonly current: readonly One[] },
): Promise<ComparedKind> {
  const legacy = byId(lists.legacy);
  const current = byId(lists.current);
  const shared = [...legacy].flatMap(([id, before]) => {
    const after = current.get(id);
    return after === undefined ? [] : [{ before, after }];
  });
  const missing = await readMissing(both, kind, { legacy, current });
  const pairs = [...shared, ...missing.found].filter(isDifferent);
  const again = await Promise.all(pairs.slice(0, maxReadAgain).map((pair) => reread(both, kind, pair)));
  const notRequested = pairs.slice(maxReadAgain);
  return {
    differences: [...again.flatMap((pair) => pair ?? []), ...notRequested].flatMap((pair) =>
      differencesOf(kind, pair),
    ),
    only: missing.only,
    notes:
      notRequested.length === 0
        ? []
        : [
            {
              text: `${notRequested.length} of the ${kinds[kind].plural} that differ were not read again, so some may have changed while they were read.`,
            },
          ],
  };
}

interface Pair {
  readonly before: One;
  readonly after: One;
}

function isDifferent({ before, after }: Pair): boolean {
  return differingFields(before, after).length > 0;
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
  return Array.isArray(some) && Array.isArray(all) && some.every((one) => all.includes(one));
}

/** Both as they are now; undefined if one of them was deleted meanwhile. */
async function reread({ legacy, current }: BothVersions, kind: LegacyKind, { after: { id } }: Pair) {
  const [before, after] = await Promise.all([readFresh(legacy, kind, id), readFresh(current, kind, id)]);
  return before === undefined || after === undefined ? undefined : { before, after };
}

async function readFresh(account: Account, kind: LegacyKind, id: string): Promise<One | undefined> {
  return (await account.reader(kind)).readFresh(id);
}

/** Reads the objects that only one list has through both versions. */
async function readMissing(
  both: BothVersions,
  kind: LegacyKind,
  lists: { readonly legacy: ReadonlyMap<string, One>; readonly current: ReadonlyMap<string, One> },
): Promise<{ found: Pair[]; only: OnlyThrough[] }> {
  const sides = [
    { through: "3.0", has: lists.legacy, lacks: lists.current, there: both.legacy, other: both.current },
    { through: "4.0", has: lists.current, lacks: lists.legacy, there: both.current, other: both.legacy },
  ] as const;
  const found: Pair[] = [];
  const only: OnlyThrough[] = [];
  for (const { through, has, lacks, there, other } of sides) {
    const ids = [...has.keys()].filter((id) => !lacks.has(id));
    if (ids.length === 0) continue;
    const here: KindReader<LegacyKind> = await there.reader(kind);
    const seen = await findObjects(ids, await other.reader(kind), kinds[kind].listsAll);
    const still = byId(seen.every((one) => one !== undefined) ? [] : (await here.relist()).objects);
    for (const [index, id] of ids.entries()) {
      const one = has.get(id) as One;
      const twin = seen[index];
      if (twin !== undefined)
        found.push(through === "3.0" ? { before: one, after: twin } : { before: twin, after: one });
      else if (still.has(id)) only.push(onlyThrough(kind, through, one));
    }
  }
  return { found, only };
}

/** Looks for objects that a list did not have: by their ids where lists leave some out, unless those are many. */
async function findObjects(
  ids: readonly string[],
  elsewhere: KindReader<LegacyKind>,
  listsAll: boolean,
): Promise<(One | undefined)[]> {
  if (listsAll || ids.length <= maxReadAgain) return Promise.all(ids.map((id) => elsewhere.read(id)));
  const again = byId((await elsewhere.relist()).objects);
  return ids.map((id) => again.get(id));
}

function onlyThrough(kind: LegacyKind, through: OnlyThrough["through"], object: One): OnlyThrough {
  return {
    ...namesOfObject(kind, object),
    through,
    in_the_way: through === "3.0" && !isBuiltIn(object),
    reason: through === "3.0" ? missingReason(object) : newReason(kind, object),
  };
}

/** Configurations do not declare built-in sources. */
function isBuiltIn(object: One): boolean {
  return "custom" in object && object.custom === false;
}

function missingReason(object: One): string {
  return isBuiltIn(object)
    ? "version 4.0 does not return it; it is built in, so no plan has it, but a profile's entries may name it"
    : "version 4.0 does not return it: Terraform would plan to create it again";
}

function newReason(kind: LegacyKind, object: One): string {
  const { title } = kinds[kind];
  const type = kind === "source" && "type" in object ? object.type : undefined;
  const isNew = type !== undefined && unsupportedFields("create", kind, { type }).length > 0;
  if (isNew) return `version 3.0 knows no ${title} of type ${type}`;
  return "version 3.0 does not return it; with version 4.0 it can be declared";
}

function byId(objects: readonly One[]): ReadonlyMap<string, One> {
  return new Map(objects.map((object) => [object.id, object]));
}
