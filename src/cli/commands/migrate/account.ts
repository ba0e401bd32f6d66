import { isDeepStrictEqual } from "node:util";
import type { ApiVersion } from "../../../service/api-version";
import { type Kind, kindNames, kinds } from "../../../service/kinds";
import { isLegacyKind, type LegacyKind } from "../../../service/legacy/kinds";
import { unsupportedFields } from "../../../service/legacy/unsupported";
import type { ServiceObject } from "../../../service/responses";
import { pausedBy } from "../../../service/status";
import { readLists } from "../../account/lists";
import { isManageable, type NamedObject, namesOfObject, shownFields } from "../../account/names";
import type { AccountOptions } from "../../account/options";
import { type AccountSession, withAccount } from "../../account/session";
import { compare } from "../../comparison/compare";
import { titleOf } from "../../comparison/finding";
import type { Paint, ProcessContext } from "../../output/terminal";
import {
  counted,
  countedIfAny,
  countedKind,
  grouped,
  notesSection,
  section,
  sections,
} from "../../output/text";
import { changeText, elementsText, inOrder, type Json, labelOf, valueText } from "../../output/values";
import { type Declared, type DeclaredObjects, repeatedNote } from "../../state/declared";

/** The comparison of both versions. */
export type MigrationReport = Awaited<ReturnType<typeof compareAccount>>;

/**
 * Reads an account through both API versions, whichever is configured, and compares the results with each other and with
 * states. Nothing is written anywhere.
 * @throws Error with the missing settings, or after an interrupt
 */
export function compareAccount(
  { states, declared, repeated, notes, secrets }: DeclaredObjects,
  { maxRequestsPerHour: max, ...options }: AccountOptions,
  processContext: ProcessContext,
) {
  // Each version counts its own requests, and both share the limit.
  const share = max === undefined ? options : { ...options, maxRequestsPerHour: Math.ceil(max / 2) };
  const open = <R>(apiVersion: ApiVersion, then: (session: AccountSession) => Promise<R>): Promise<R> => {
    const doing = `Reading the account through version ${apiVersion}`;
    return withAccount({ ...share, secrets, apiVersion }, processContext, doing, then);
  };
  const compareVersions = async (legacy: AccountSession, current: AccountSession) => {
    const needed = new Set(declared.map(({ kind }) => kind));
    const [before, after] = await Promise.all([readVersion(legacy, needed), readVersion(current, needed)]);
    const shared = legacyKinds.filter((kind) => before.lists.has(kind) && after.lists.has(kind));
    const findings = (await Promise.all(shared.map((kind) => compareKind(kind, before, after)))).flat();
    const held = await Promise.all(declared.map((object) => compareDeclared(legacy, current, object)));
    const stateDifferences = held.flatMap(({ differences }) => differences);
    return {
      // Whether a plan without changes in version 3.0 has none in 4.0, as far as the account and the states show.
      plans_empty: stateDifferences.length === 0 && !findings.some(({ in_the_way }) => in_the_way),
      // Whether both versions returned all objects that the account's plan includes.
      complete: before.lists.areComplete() && after.lists.areComplete(),
      // How many objects of a kind each version returns.
      kinds: shared.map((kind) => ({
        kind,
        legacy: before.lists.of(kind).length,
        current: after.lists.of(kind).length,
      })),
      differences: findings.filter((finding) => "field" in finding),
      only: findings.filter((finding) => "through" in finding),
      declared: declared.length,
      state_differences: stateDifferences,
      states: states.map(({ name }) => name),
      notes: [
        ...notes,
        ...repeated.map(repeatedNote),
        ...before.notes,
        ...after.notes,
        ...held.flatMap((object) => object.notes),
      ],
      requests: {
        legacy: await legacy.account.requestsSent(),
        current: await current.account.requestsSent(),
      },
    };
  };
  return open("3.0", (legacy) => open("4.0", (current) => compareVersions(legacy, current)));
}

/**
 * Compares an object of a state with the account in both versions, as a refresh of Terraform would. A difference only in 4.0
 * is what the switch would plan; a difference in both is drift.
 * @throws Error that names the object if it cannot be read
 */
async function compareDeclared(legacy: AccountSession, current: AccountSession, object: Declared) {
  const { findings, notes } = await compare(object, current.account, current.signal);
  if (findings.length === 0) return { differences: [], notes };
  const before = isLegacyKind(object.kind)
    ? (await compare(object, legacy.account, legacy.signal)).findings
    : findings;
  const drift = new Set(before.map((finding) => JSON.stringify(finding)));
  const differences = findings.map((finding) => {
    const attributes = finding.type === "changed" ? finding.attributes : [];
    const cause = drift.has(JSON.stringify(finding)) ? "drift" : "switch";
    return { ...finding, attributes, cause } as const;
  });
  return { differences, notes };
}

const legacyKinds = kindNames.filter(isLegacyKind);

type ReadVersion = Awaited<ReturnType<typeof readVersion>>;

/** The lists of an account through one version, each in one pass: objects that differ are read again. */
async function readVersion({ account }: AccountSession, needed: ReadonlySet<Kind>) {
  const lists = await readLists(account, legacyKinds, { once: true }, needed);
  const notes = lists.notes.map(({ text }) => ({ text: `Version ${account.apiVersion}: ${text}` }));
  return { account, lists, notes };
}

type AccountObject = ServiceObject<LegacyKind>;

/**
 * Compares the objects of a kind in both versions. The account may change between the readings, and a list may lack objects:
 * those that differ, or that only one list has, are read again before they are reported.
 */
async function compareKind(kind: LegacyKind, legacy: ReadVersion, current: ReadVersion) {
  const [before, after] = [byId(legacy.lists.of(kind)), byId(current.lists.of(kind))];
  const all = [...new Set([...before.keys(), ...after.keys()])];
  const ids = all.filter((id) => findingsOf(kind, before.get(id), after.get(id)).length > 0);
  const readAgain = async ({ account }: ReadVersion) =>
    byId(await (await account.reader(kind)).readManyFresh(ids));
  const [legacyNow, currentNow] = await Promise.all([readAgain(legacy), readAgain(current)]);
  return ids.flatMap((id) => findingsOf(kind, legacyNow.get(id), currentNow.get(id)));
}

const byId = (objects: readonly AccountObject[]) => new Map(objects.map((object) => [object.id, object]));

/** The findings about an object as both versions return it, if they do. */
function findingsOf(
  kind: LegacyKind,
  before?: AccountObject,
  after?: AccountObject,
): (Difference | ReturnType<typeof onlyThrough>)[] {
  if (before === undefined) return after === undefined ? [] : [onlyThrough("4.0", kind, after)];
  return after === undefined ? [onlyThrough("3.0", kind, before)] : differencesOf(kind, before, after);
}

type Difference = ReturnType<typeof differencesOf>[number];

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

/** An object that only one version returns. */
function onlyThrough(through: ApiVersion, kind: LegacyKind, object: AccountObject) {
  const isPlanned = through === "3.0" && isManageable(kind, object);
  const type = kind === "source" && "type" in object ? object.type : undefined;
  const isNewType = type !== undefined && unsupportedFields("create", kind, { type }).length > 0;
  const reasons = {
    "3.0": isPlanned
      ? "version 4.0 does not return it: Terraform would plan to create it again"
      : "version 4.0 does not return it; it is built in, so no plan has it, but a profile's entries may name it",
    "4.0": isNewType
      ? `version 3.0 knows no ${kinds[kind].title} of type ${type}`
      : "version 3.0 does not return it; with version 4.0 it can be declared",
  };
  return { ...namesOfObject(kind, object), through, in_the_way: isPlanned, reason: reasons[through] };
}

/** The report for people at a terminal. */
export function table(report: MigrationReport, paint: Paint): string {
  const { legacy, current } = report.requests;
  const requests = `${counted(legacy + current, "request")} sent: ${grouped(legacy)} to version 3.0, ${grouped(current)} to 4.0.`;
  const linesOf = (
    { in_the_way, id }: Pick<Difference, "in_the_way" | "id">,
    title: string,
    name: string,
    more: readonly string[],
  ) => [
    `  ${in_the_way ? paint("red", title) : title}  ${name}  ${paint("dim", id)}`,
    ...more.map((line) => `      ${line}`),
  ];
  const differences = report.differences.flatMap((difference) => {
    const more = [differenceText(difference), paint("dim", difference.reason)];
    return linesOf(difference, kinds[difference.kind].title, nameOf(difference), more);
  });
  const only = report.only.flatMap((object) =>
    linesOf(object, `version ${object.through}`, nameOf(object), [paint("dim", object.reason)]),
  );
  const held = report.state_differences.flatMap((finding) => {
    const { attributes, cause, id, type } = finding;
    const changes = attributes.map((each) => `${each.name}: ${changeText(each)}`);
    const why = `${type === "gone" ? "is missing" : "differs"} through ${causes[cause]}`;
    return linesOf({ id, in_the_way: true }, type, titleOf(finding), [...changes, paint("dim", why)]);
  });
  return sections([
    ...section(paint("bold", "Different values"), differences),
    ...section(paint("bold", "Returned by one version only"), only),
    ...section(paint("bold", "Different from the states"), held),
    ...notesSection(report.notes),
    `Compared: ${report.kinds.map(countText).join(", ")}.`,
    `${paint(report.plans_empty && report.complete ? "green" : "red", verdictText(report))} ${requests}`,
  ]);
}

const causes = { drift: "version 3.0 too", switch: "version 4.0 only" };

/** The verdict: whether the switch plans no changes, in a sentence or two. */
function verdictText(report: MigrationReport): string {
  const { complete, declared, kinds: read, plans_empty: isEmpty, states } = report;
  if (!isEmpty) return obstaclesText(report);
  if (!complete) return "Nothing that could be compared differs, and lists lack objects, as the notes say.";
  const compared = read.reduce((sum, { current }) => sum + current, 0);
  const objects = counted(compared, "object");
  return states.length === 0
    ? `Nothing blocks version 4.0: both versions return the same for ${objects}. To compare Terraform states too, add --state or --chdir.`
    : `Switching plans no changes: ${counted(declared, "declared object")} ${declared === 1 ? "equals" : "equal"} the states through both versions; ${objects} compared.`;
}

function obstaclesText({ differences, only, state_differences: held }: MigrationReport): string {
  const obstacles = (all: typeof differences | typeof only) =>
    all.filter(({ in_the_way }) => in_the_way).length;
  const texts = countedIfAny(
    [obstacles(differences), "field with different values", "fields with different values"],
    [obstacles(only), "object that version 4.0 does not return", "objects that version 4.0 does not return"],
    [held.length, "declared object different from the states", "declared objects different from the states"],
  );
  const isOnlyDrift = texts.length === 1 && held.length > 0 && held.every(({ cause }) => cause === "drift");
  const those = held.length === 1 ? "It differs" : "All of them differ";
  const advice = `${those} through version 3.0 too: apply or adopt these changes before the switch.`;
  return `Switching plans changes: ${texts.join(", ")}.${isOnlyDrift ? ` ${advice}` : ""}`;
}

/** The values of a field in both versions. */
function differenceText({ current, field, legacy }: Difference): string {
  if (Array.isArray(legacy) && Array.isArray(current)) {
    return `${field}: ${elementsText(legacy, current, {})} in version 4.0`;
  }
  return `${field}: ${valueText(legacy, {})} in version 3.0, ${valueText(current, {})} in 4.0`;
}

/** The title of an object: its natural key and its label, else its kind. */
function nameOf(object: NamedObject): string {
  return labelOf(object) || kinds[object.kind].title;
}

/** How many objects a version returns: `40 hosts`, or `40 and 39 hosts` where they differ. */
function countText({ current, kind, legacy }: MigrationReport["kinds"][number]): string {
  const now = countedKind(kind, current);
  return legacy === current ? now : `${grouped(legacy)} and ${now}`;
}
