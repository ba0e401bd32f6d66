import { createBody } from "../../../../provider/managed/api-fields";
import { sourceTypes } from "../../../../service/enumerations";
import { writableFields } from "../../../../service/fields";
import { type Kind, kindNames, kinds } from "../../../../service/kinds";
import { isLegacyKind } from "../../../../service/legacy/kinds";
import { isUnsupportedField, unsupportedFields } from "../../../../service/legacy/unsupported";
import type { ServiceObject } from "../../../../service/responses";
import { type AccountLists, readLists } from "../../../account/lists";
import { compare } from "../../../comparison/compare";
import { counted, type Note } from "../../../output/text";
import type { Declared, DeclaredObjects } from "../../../state/declared";
import { compareKind } from "./compare-kind";
import type { BothVersions } from "./interfaces";
import type { Available, MigrationReport, StateDifference } from "./report";

/**
 * Reads an account through both API versions, and compares the results with each other and with states. Nothing is written
 * anywhere.
 */
export async function compareAccount(
  both: BothVersions,
  { states, declared, notes }: DeclaredObjects,
): Promise<MigrationReport> {
  const needed = new Set(declared.map(({ kind }) => kind));
  const legacyKinds = kindNames.filter(isLegacyKind);
  // Each list in one pass: objects that differ are read again.
  const once = { once: true };
  const [legacy, current] = await Promise.all([
    readLists(both.legacy, legacyKinds, once, new Set([...needed].filter(isLegacyKind))),
    readLists(both.current, kindNames, once, needed),
  ]);
  const shared = legacyKinds.filter((kind) => legacy.has(kind) && current.has(kind));
  const compared = await Promise.all(
    shared.map((kind) => compareKind(both, kind, { legacy: legacy.of(kind), current: current.of(kind) })),
  );
  const held = await compareStates(both, declared);
  const differences = compared.flatMap((kind) => kind.differences);
  const only = compared.flatMap((kind) => kind.only);
  const obstacles = [
    ...held.differences,
    ...[...differences, ...only].filter(({ in_the_way }) => in_the_way),
  ];
  return {
    plans_empty: obstacles.length === 0,
    kinds: shared.map((kind) => ({
      kind,
      legacy: legacy.of(kind).length,
      current: current.of(kind).length,
    })),
    differences,
    only,
    declared: declared.length,
    state_differences: held.differences,
    states,
    available: availableIn(current),
    notes: [
      ...notes,
      ...onlyOne(legacy, current, legacyKinds),
      ...compared.flatMap((kind) => kind.notes),
      ...held.notes,
    ],
    requests: {
      legacy: await both.legacy.requestsSent(),
      current: await both.current.requestsSent(),
    },
  };
}

/** The notes of each version about kinds that it does not return. */
function onlyOne(legacy: AccountLists, current: AccountLists, compared: readonly Kind[]): Note[] {
  const reported = (version: string, lists: AccountLists, other: AccountLists, otherVersion: string) => [
    ...lists.notes.map(({ text }) => ({ text: `Version ${version}: ${text}` })),
    ...compared
      .filter((kind) => !lists.has(kind) && other.has(kind))
      .map((kind) => ({ text: `Only version ${otherVersion} gives ${kinds[kind].plural}.` })),
  ];
  return [...reported("3.0", legacy, current, "4.0"), ...reported("4.0", current, legacy, "3.0")];
}

/** Kinds, fields and values that only version 4.0 has, with the number of objects that have them already. */
function availableIn(lists: AccountLists): Available[] {
  return kindNames.flatMap((kind): Available[] => {
    // A kind that the account's plan does not have does not become available.
    if (!lists.has(kind)) return [];
    const all = lists.of(kind);
    if (!isLegacyKind(kind)) return [{ kind, field: null, value: null, used: all.length }];
    const fields = writableFields(kind).filter((field) => isUnsupportedField(kind, field));
    const lacking = fields.map((field) => ({
      kind,
      field,
      value: null,
      used: all.filter((object) => isSet((object as Readonly<Record<string, unknown>>)[field])).length,
    }));
    return kind === "source" ? [...lacking, ...newTypes(all)] : lacking;
  });
}

function newTypes(sources: readonly ServiceObject<Kind>[]): Available[] {
  const types = sourceTypes.filter((type) => unsupportedFields("create", "source", { type }).length > 0);
  return types.map((type) => ({
    kind: "source",
    field: "type",
    value: type,
    used: sources.filter((source) => "type" in source && source.type === type).length,
  }));
}

function isSet(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

/** The effect of the switch on the objects of states. */
interface ComparedStates {
  readonly differences: readonly StateDifference[];
  readonly notes: readonly Note[];
}

/**
 * Compares the states with the account through both API versions, as a refresh of Terraform would. Differences only with 4.0
 * are what the switch would plan; differences with both are existing drift.
 * @throws Error that names the object that cannot be read
 */
async function compareStates(
  { legacy, current, signal }: BothVersions,
  declared: readonly Declared[],
): Promise<ComparedStates> {
  const compared = await Promise.all(
    declared.map(async (object) => {
      const after = await compare(object, current, signal);
      const { finding } = after;
      if (finding === undefined) return { differences: [], notes: after.notes };
      const before = isLegacyKind(object.kind) ? await compare(object, legacy, signal) : after;
      const isDrift = JSON.stringify(before.finding) === JSON.stringify(finding);
      const difference: StateDifference = {
        ...finding,
        cause: isDrift ? "drift" : "switch",
        attributes: finding.type === "changed" ? finding.attributes : [],
      };
      return { differences: [difference], notes: after.notes };
    }),
  );
  return {
    differences: compared.flatMap(({ differences }) => differences),
    notes: [...compared.flatMap(({ notes }) => notes), ...rollbackNotes(declared)],
  };
}

/** Switching back changes nothing, but restricts later changes. */
function rollbackNotes(declared: readonly Declared[]): Note[] {
  const beyond = declared.filter(isBeyondLegacy);
  if (beyond.length === 0) return [];
  const [first] = beyond;
  return [
    {
      text: `${counted(beyond.length, "object")} of the states ${beyond.length === 1 ? "has" : "have"} attributes that version 3.0 does not support (${first?.address}${beyond.length > 1 ? " and others" : ""}). Back on version 3.0, they stay unchanged, and changing or destroying these objects fails.`,
    },
  ];
}

function isBeyondLegacy({ kind, resource, values }: Declared): boolean {
  if (!isLegacyKind(kind)) return true;
  const { body } = createBody(resource.object.attributes, values);
  // Several groups are set once the host exists.
  return unsupportedFields("create", kind, body).some(({ field }) => field !== "contact_group");
}
