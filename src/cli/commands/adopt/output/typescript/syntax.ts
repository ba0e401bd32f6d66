import { type Kind, kinds } from "../../../../../service/kinds";
import { widthOf } from "../../../../output/terminal";
import { wellFormed, withEscapes } from "../plain-text";

/**
 * A text as a TypeScript string that reaches Terraform as it is. CDKTF hands strings to Terraform as templates, so that
 * what would begin an expression is escaped by Terraform's rules first. A byte order mark at the beginning, which Terraform
 * drops from a template, stands in an expression.
 */
export function constructText(text: string): string {
  const template = text.replace(/[$%](?=\{)/g, "$&$&");
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of Terraform's
  return codeText(template.replace(/^\uFEFF/, '${"\\uFEFF"}'));
}

/** A text as a TypeScript string, in the quotes that a formatter would take. */
export function codeText(text: string): string {
  const whole = wellFormed(text);
  const quote = count(whole, '"') > count(whole, "'") ? "'" : '"';
  const escaped = whole.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`);
  return quote + withEscapes(escaped, (digits) => `\\u{${digits}}`) + quote;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** `contact_groups` as TypeScript writes it: `contactGroups`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `contact_group` as a class: `ContactGroup`. */
export function className(kind: Kind): string {
  return camelCase(`_${kind}`);
}

/** The objects of a kind as a variable and as a function: `contactGroups`. */
export function collectionName(kind: Kind): string {
  return camelCase(scopeName(kind));
}

/** The type of a kind's objects: `ContactGroups`. */
export function collectionType(kind: Kind): string {
  return camelCase(`_${scopeName(kind)}`);
}

/** The construct in which a kind's objects lie: `contact_groups`. */
export function scopeName(kind: Kind): string {
  return kinds[kind].plural.replaceAll(" ", "_");
}

/** The file of a kind without its ending: `contact-groups`. */
export function fileName(kind: Kind): string {
  return kinds[kind].plural.replaceAll(" ", "-");
}

/** Code to be laid out: a piece that stays on its line, a list, an object, or a call. A spread is a call of `...name`. */
export type Code =
  | string
  | { readonly list: readonly Commented[] }
  | { readonly members: readonly Member[] }
  | { readonly call: string; readonly arguments: readonly Code[] };

interface Commented {
  readonly code: Code;
  /** The text behind it to the end of the line. */
  readonly comment?: string | undefined;
}

/** A member of an object; a spread and an item of a list have no key. */
export type Member = Commented & { readonly key?: string };

const maxWidth = 110;

/** Up to this width of a key with its colon and space, a value stays on the same line. */
const shortKey = 6;

/**
 * Lays code out as formatters do: on one line if it fits and nothing in it has a comment, else a line for each part.
 * @param before how many columns of the first line are taken
 * @param after how many columns follow the last line's end
 */
export function laidOut(code: Code, indent = "", before = indent.length, after = 1): string {
  const line = inOneLine(code);
  if (typeof code === "string") return code;
  if (line !== undefined && before + widthOf(line) + after <= maxWidth) return line;
  if ("call" in code) return callLines(code, indent, before, after);
  const { open, parts, close } = frameOf(code);
  const lines = parts.map((part) => memberLines(part, `${indent}  `));
  return `${open}\n${lines.join("")}${indent}${close}`;
}

/** The parts of a list, an object or a call, and the marks around them. */
function frameOf(code: Exclude<Code, string>): { open: string; parts: readonly Member[]; close: string } {
  if ("list" in code) return { open: "[", parts: code.list, close: "]" };
  if ("members" in code) return { open: "{", parts: code.members, close: "}" };
  return { open: `${code.call}(`, parts: code.arguments.map((part) => ({ code: part })), close: ")" };
}

function memberLines(member: Member, indent: string): string {
  const key = member.key === undefined ? "" : `${member.key}: `;
  const before = indent.length + widthOf(key);
  const isLong = typeof member.code === "string" && before + widthOf(member.code) + 1 > maxWidth;
  // A line of its own would gain too little behind a short key.
  if (isLong && widthOf(key) > shortKey)
    return `${indent}${key.trimEnd()}\n${indent}  ${member.code}${ending(member)}`;
  return `${indent}${key}${laidOut(member.code, indent, before)}${ending(member)}`;
}

/** A last object stays on the line of the parenthesis if no argument before it is an object. */
function callLines(
  { call, arguments: all }: { readonly call: string; readonly arguments: readonly Code[] },
  indent: string,
  before: number,
  after: number,
): string {
  const last = all.at(-1);
  const first = all.slice(0, -1).map(inOneLine);
  const head = `${call}(${first.map((argument) => `${argument}, `).join("")}`;
  const isHugged = all.slice(0, -1).every((argument) => typeof argument === "string");
  if (typeof last === "object" && isHugged && before + widthOf(head) + 1 <= maxWidth) {
    return `${head}${laidOut(last, indent, before + widthOf(head), after + 1)})`;
  }
  const inner = `${indent}  `;
  return `${call}(\n${all.map((argument) => `${inner}${laidOut(argument, inner)},\n`).join("")}${indent})`;
}

function ending({ comment }: Commented): string {
  return comment === undefined ? ",\n" : `, // ${comment}\n`;
}

/** The code on one line; undefined if a comment stands in it. */
function inOneLine(code: Code): string | undefined {
  if (typeof code === "string") return code;
  const { open, parts, close } = frameOf(code);
  const lines = parts.map(({ key, code: part, comment }) => {
    const line = comment === undefined ? inOneLine(part) : undefined;
    return key === undefined || line === undefined ? line : `${key}: ${line}`;
  });
  if (lines.includes(undefined)) return undefined;
  const space = open === "{" && lines.length > 0 ? " " : "";
  return open + space + lines.join(", ") + space + close;
}
