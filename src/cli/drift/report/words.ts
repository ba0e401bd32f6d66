import { kinds } from "../../../service/kinds";
import { counted } from "../../counted";
import { printable } from "../../terminal";
import type { ChangedAttribute, Counts, Finding, Json, NamedObject, Report } from "./report";

type Names = Report["names"];

/** How many elements of a set are told, and how many characters of a value. */
const mostElements = 10;
const longestValue = 300;

/** What kind of finding it is, in a word. */
export const words: Readonly<Record<Finding["type"], string>> = {
  changed: "changed",
  gone: "gone",
  undeclared: "undeclared",
};

/** What people know an object by, with its label: `192.0.2.1 "Mail"`; empty where nothing is told. */
export function labelOf({ key, name }: NamedObject): string {
  return [key && shortened(printable(key)), name === undefined ? "" : quoted(name)].filter(Boolean).join(" ");
}

/** What an object is called in one line: its address, else what people know it by, else its SID. */
export function titleOf(finding: Finding): string {
  if (finding.type !== "undeclared") return printable(finding.address);
  return labelOf(finding) || finding.id;
}

/** What became of an attribute: `"a" → "b"`, or the elements that a set lost and got. */
export function changeText(attribute: ChangedAttribute, names: Names = {}): string {
  if ("sensitive" in attribute) return "differs (sensitive)";
  const { before, after } = attribute;
  if (Array.isArray(before) && Array.isArray(after)) return elementsText(before, after, names);
  return `${valueText(before, names)} → ${valueText(after, names)}`;
}

/** A finding in a sentence, for those who see it alone. */
export function sentenceOf(finding: Finding, names: Names): string {
  const { title } = kinds[finding.kind];
  if (finding.type === "gone")
    return `${titleOf(finding)} (${finding.id}) is gone: the state holds it, and the account does not.`;
  if (finding.type === "undeclared") {
    const label = labelOf(finding);
    return `The ${title} ${finding.id}${label && ` (${label})`} is in the account, and no state holds it.`;
  }
  const changes = finding.attributes.map((one) => `${one.name}: ${changeText(one, names)}`);
  return `${titleOf(finding)} (${finding.id}) is not as the state has it: ${changes.join("; ")}.`;
}

/** The numbers of findings, as in `2 changed, 1 gone, 3 undeclared`. */
export function countsText({ changed, gone, undeclared }: Counts): string {
  return `${changed} changed, ${gone} gone, ${undeclared} undeclared`;
}

/** What the report cost. */
export function requestsText({ sent, left }: Report["requests"]): string {
  const spent = `${counted(sent, "request")} sent`;
  return left === undefined ? spent : `${spent}, ${left.toLocaleString("en")} left of this hour`;
}

function elementsText(before: readonly Json[], after: readonly Json[], names: Names): string {
  const without = (these: readonly Json[], those: readonly Json[]) => {
    const texts = new Set(those.map((item) => JSON.stringify(item)));
    return these.filter((item) => !texts.has(JSON.stringify(item)));
  };
  const changes = [
    ...without(before, after).map((item) => `− ${valueText(item, names)}`),
    ...without(after, before).map((item) => `+ ${valueText(item, names)}`),
  ];
  const more = changes.length - mostElements;
  return [...changes.slice(0, mostElements), ...(more > 0 ? [`and ${more} more`] : [])].join(", ") || "none";
}

function valueText(value: Json, names: Names): string {
  if (value === null) return "none";
  if (typeof value !== "string") return shortened(printable(JSON.stringify(value)));
  const name = Object.hasOwn(names, value) ? names[value] : undefined;
  return name === undefined ? quoted(value) : `${value} (${quoted(name)})`;
}

function quoted(text: string): string {
  return shortened(printable(JSON.stringify(text)));
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > longestValue ? `${characters.slice(0, longestValue).join("")}…` : text;
}
