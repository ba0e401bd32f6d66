import { type Kind, kinds } from "../../../../../service/kinds";
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
