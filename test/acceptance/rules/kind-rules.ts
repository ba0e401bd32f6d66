import { type Kind, kindNames, kinds } from "../../../src/service/kinds";
import { label } from "../../../src/service/rules";
import { accepted, anySid, attributeOf, declared } from "../../objects";
import { reference } from "../resource-block";

type Attributes = Readonly<Record<string, unknown>>;

type Refused = readonly [title: string, attribute: string, Attributes, RegExp];

type Accepted = readonly [title: string, Attributes];

/** The diagnostics for a configuration of a kind before the provider sends a request. */
export interface KindRules {
  /** What is refused: the attribute that is named, the values, and what is said of them. */
  readonly refused: readonly Refused[];
  /** What is accepted with a warning, likewise. */
  readonly warned?: readonly Refused[];
  readonly accepted: readonly Accepted[];
}

/** A SID with that prefix. */
export function sid(prefix: string): string {
  return prefix + "0123456789abcdef".repeat(2);
}

/** A configuration of a kind without diagnostics, and what differs from it: by the rules of its fields, and the rows of the kind. */
export function rulesOf(kind: Kind, special: KindRules = { refused: [], accepted: [] }) {
  const names = Object.keys(accepted(kind)).filter((name) => name !== "args" && name !== "schedule");
  const unknown = names.map((name) => [attributeOf(kind, name), reference("var.unknown")]);
  return {
    type: kind,
    valid: declared(kind),
    refused: [...names.flatMap((name) => refusedOf(kind, name)), ...special.refused],
    warned: special.warned ?? [],
    accepted: [
      ...names.flatMap((name) => acceptedOf(kind, name)),
      [`a ${kind} of unknown values`, Object.fromEntries(unknown)] as const,
      ...special.accepted,
    ],
  };
}

/** Values that the rule of a field refuses. */
function refusedOf(kind: Kind, name: string): Refused[] {
  const { rule, presence } = accepted(kind)[name] ?? {};
  const attribute = attributeOf(kind, name);
  const row = (title: string, value: unknown, words: RegExp): Refused => [
    `${title} as ${name} of a ${kind}`,
    attribute,
    { [attribute]: value },
    words,
  ];
  const { words, kind: referred } = rule?.item ?? rule ?? {};
  const isList = rule?.type === "list";
  const rows = presence === "required" ? [row("null", null, /required/)] : [];
  if (rule === label)
    rows.push(
      row("no character", "", /1 to 255 characters; it has 0/),
      row("256 letters of two bytes", "é".repeat(256), /1 to 255 characters; it has 256/),
      row("256 signs of four bytes", "📮".repeat(256), /1 to 255 characters; it has 256/),
    );
  if (words !== undefined)
    rows.push(
      row("another word", "never", new RegExp(`must be one of ${words.join(", ")}\\.`)),
      row("a word in capitals", String(words[0]).toUpperCase(), /must be one of/),
    );
  if (referred !== undefined)
    for (const other of kindNames.filter((each) => each !== referred)) {
      const value = anySid(other, 1);
      const titles = `must be the SID of a ${kinds[referred].title} .*, not that of a ${kinds[other].title}`;
      rows.push(row(`a ${other}`, isList ? [value] : value, new RegExp(titles)));
    }
  if (isList && rule.problem !== undefined) rows.push(row("an empty list", [], /at least one/));
  if (isList && rule.item?.type === "text" && referred === undefined)
    rows.push(
      row("an element with a comma", ["a,b"], /must not contain a comma, which separates elements/),
      row("an empty element", [""], /must not be empty/),
      row("a blank at the end of an element", ["a "], /whitespace/),
      row("a blank before an element", [" a"], /whitespace/),
    );
  return rows;
}

/** Values that the rule of a field accepts. */
function acceptedOf(kind: Kind, name: string): Accepted[] {
  const { rule, presence } = accepted(kind)[name] ?? {};
  const attribute = attributeOf(kind, name);
  const row = (title: string, value: unknown): Accepted => [
    `${title} as ${name} of a ${kind}`,
    { [attribute]: value },
  ];
  const words = rule?.words ?? [];
  return [
    ...words.map((word) => row(word, word)),
    ...(presence === "required" ? [] : [row("null", null)]),
    ...(presence === "optional" && rule?.type === "list" ? [row("an empty list", [])] : []),
    ...(rule === label
      ? [
          row("one letter", "x"),
          row("255 letters of two bytes", "é".repeat(255)),
          row("255 signs of four bytes", "📮".repeat(255)),
        ]
      : []),
  ];
}
