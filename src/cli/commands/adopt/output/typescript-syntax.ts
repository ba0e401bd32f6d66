import { camelCase, pascalCase } from "../../../../provider/text";
import { type Kind, kinds } from "../../../../service/kinds";
import { widthOf } from "../../../output/terminal";
import { type Argument, commentBehind, type Language, valueLines } from "../declaration";
import { hclText } from "./hcl";
import { wellFormed, withEscapes } from "./plain-text";

/** The names of a kind in the code. */
export function namesOf(kind: Kind) {
  const scope = kinds[kind].pluralName;
  return {
    /** Its class: `ContactGroup`. */
    construct: pascalCase(kind),
    /** The construct in which its objects lie: `contact_groups`. */
    scope,
    /** The variable with its objects: `contactGroups`. */
    collection: camelCase(scope),
    /** The type of that variable: `ContactGroups`. */
    type: pascalCase(scope),
    /** Its file without the ending: `contact-groups`. */
    file: scope.replaceAll("_", "-"),
  };
}

/**
 * A text as a TypeScript string that reaches Terraform as it is, in the quotes that a formatter would take. CDKTF hands strings
 * to Terraform as templates, so that what would begin an expression is escaped by Terraform's rules first. A byte order mark at
 * the beginning, which Terraform drops from a template, stands in an expression.
 */
export function constructText(text: string): string {
  const template = wellFormed(text).replace(/[$%](?=\{)/g, "$&$&");
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of Terraform's
  return quoted(template.replace(/^\uFEFF/, '${"\\uFEFF"}'));
}

function quoted(whole: string): string {
  const quote = whole.split('"').length > whole.split("'").length ? "'" : '"';
  const escaped = whole.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`);
  return quote + withEscapes(escaped, (digits) => `\\u{${digits}}`) + quote;
}

const language: Language = {
  comment: "//",
  text: constructText,
  unchecked: (text) => quoted(`\${${hclText(text)}}`),
  reference: (kind, name) => `${namesOf(kind).collection}.${name}.id`,
  variable: (name) => `variables.${name}.value`,
};

const maxWidth = 110;

/** A row of a table of objects, laid out as formatters do. */
export function row(name: string, all: readonly Argument[]): string {
  const members = all.map(({ name, value }) => member({ name: camelCase(name), value }, "      "));
  return `    ${name}: {\n${members.join("")}    },\n`;
}

/** A member of an object, laid out as formatters do. */
export function member({ name, value }: Argument, indent: string): string {
  const key = `${indent}${name}:`;
  const room = maxWidth - key.length - " ,".length;
  const [first = "", ...others] = valueLines(value, language, room);
  const end = `,${commentBehind(value, language)}\n`;
  // A long text stands on a line of its own, unless that would gain too little behind a short name.
  if (/^["']/.test(first) && widthOf(first) > room && name.length > "name".length)
    return `${key}\n${indent}  ${first}${end}`;
  return `${key} ${[first, ...others].join(`\n${indent}`)}${end}`;
}

/** The head of a function: on one line if it fits, else a line for each parameter. */
export function functionHead(name: string, parameters: readonly string[]): string {
  const line = `export function ${name}(${parameters.join(", ")}) {`;
  if (line.length <= maxWidth) return line;
  return `export function ${name}(\n${parameters.map((each) => `  ${each},\n`).join("")}) {`;
}
