import { type Kind, kinds } from "../../../service/kinds";
import { kindNames } from "../../account/kinds";
import type { NamedObject } from "../../account/names";
import type { Compared } from "../../comparison/compare";
import type { Finding, UndeclaredObject } from "../../comparison/finding";
import { ignore, unusedRules } from "../../comparison/ignore/ignore";
import type { IgnoreRule } from "../../comparison/ignore/ignore-rule";
import type { Json } from "../../output/changed-attribute";
import type { Note } from "../../output/note";
import { titleOf } from "./output/words";
import type { Report } from "./report";

/** What a report is made of. */
interface Material extends Pick<Report, "states" | "kinds" | "notes" | "requests" | "read"> {
  readonly compared: readonly Compared[];
  readonly undeclared: readonly UndeclaredObject[];
  readonly rules: readonly IgnoreRule[];
  /** Every object that the lists gave. */
  readonly objects: readonly NamedObject[];
  /** Whether all kinds were looked at whole, so that a rule that means no object can be told. */
  readonly isWhole: boolean;
}

/** Puts findings in order, takes away what is ignored, and counts. */
export function reportOf(material: Material): Report {
  const { compared, isWhole, objects, rules, undeclared } = material;
  const found = [...compared.flatMap(({ finding }) => finding ?? []), ...undeclared].sort(inOrder);
  const { findings, ignored, ignoredAttributes } = ignore(rules, found);
  const declared = compared.map(({ object }) => object);
  const unused = isWhole ? unusedRules(rules, [...declared, ...objects]) : [];
  const notes = [...material.notes, ...compared.flatMap((one) => one.notes), ...unused];
  return {
    ...{ states: material.states, kinds: material.kinds, requests: material.requests, read: material.read },
    ...{ findings, ignored, declared },
    counts: {
      declared: declared.length,
      changed: findings.filter(({ type }) => type === "changed").length,
      gone: findings.filter(({ type }) => type === "gone").length,
      undeclared: findings.filter(({ type }) => type === "undeclared").length,
      ignored: ignored.length,
      ignored_attributes: ignoredAttributes,
    },
    notes: [...distinct(notes), ...allGone(compared)],
    // The state's names count more: they leave out what is sensitive.
    names: namesIn(findings, [...objects, ...declared]),
  };
}

const inWords = new Intl.Collator("en", { numeric: true });
const types: readonly Finding["type"][] = ["changed", "gone", "undeclared"];

function inOrder(a: Finding, b: Finding): number {
  return (
    kindNames.indexOf(a.kind) - kindNames.indexOf(b.kind) ||
    types.indexOf(a.type) - types.indexOf(b.type) ||
    inWords.compare(titleOf(a), titleOf(b)) ||
    inWords.compare(a.id, b.id)
  );
}

/** The same said of many objects is said once. */
function distinct(notes: readonly Note[]): Note[] {
  return [...new Map(notes.map((note) => [JSON.stringify(note), note])).values()];
}

/** Nothing left of what is declared is more often the wrong account than a disaster. */
function allGone(compared: readonly Compared[]): Note[] {
  const isNothingLeft = compared.length > 1 && compared.every(({ now }) => now === null);
  return isNothingLeft
    ? [{ text: `All ${compared.length} declared objects are gone. Is this the account of that state?` }]
    : [];
}

/** What the objects are called that changed attributes name by their SIDs. */
function namesIn(findings: readonly Finding[], objects: readonly NamedObject[]): Report["names"] {
  const named = new Set(
    findings.flatMap((finding) => (finding.type === "changed" ? finding.attributes.flatMap(textsOf) : [])),
  );
  const called = new Map(objects.map((object) => [object.id, object]));
  return Object.fromEntries(
    [...called.values()]
      .filter(({ id }) => named.has(id))
      .map((object) => [object.id, object.name ?? object.key ?? kinds[object.kind as Kind].title]),
  );
}

function textsOf(attribute: Extract<Finding, { type: "changed" }>["attributes"][number]): string[] {
  if ("sensitive" in attribute) return [];
  const texts = (value: Json): string[] => {
    if (typeof value === "string") return [value];
    return Array.isArray(value) ? value.flatMap(texts) : [];
  };
  return [attribute.before, attribute.after].flatMap(texts);
}
