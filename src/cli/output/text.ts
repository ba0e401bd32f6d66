import { type Kind, kindNames, kinds } from "../../service/kinds";
import { fitted, padded, printable, type Screen, type Style, shortenedTo, widthOf } from "./terminal";

/** A number with its noun, as in `1 request` or `2 requests`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${grouped(count)} ${count === 1 ? singular : plural}`;
}

/** The counts other than zero with their nouns, as in {@link counted}. */
export function countedIfAny(...counts: readonly Readonly<Parameters<typeof counted>>[]): string[] {
  return counts.filter(([count]) => count > 0).map((each) => counted(...each));
}

/** The number of objects of a kind: `1 host`, `3 hosts`. */
export function countedKind(kind: Kind, count: number): string {
  return counted(count, kinds[kind].title, kinds[kind].plural);
}

/** How many of the objects there are of each kind that they have: `2 hosts`, `1 certificate monitor`. */
export function countedKinds(objects: readonly { readonly kind: Kind; readonly size?: number }[]): string[] {
  const sizes = new Map<Kind, number>();
  for (const { kind, size = 1 } of objects) sizes.set(kind, (sizes.get(kind) ?? 0) + size);
  return kindNames.filter((kind) => sizes.get(kind)).map((kind) => countedKind(kind, sizes.get(kind) ?? 0));
}

/** A whole number with commas. Intl takes longer to load than most commands take to run. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Words in an enumeration with `or`: `a`, `a or b`, `a, b, or c`. */
export function disjunction(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  if (words.length < 3) return words.join(" or ");
  return `${words.slice(0, -1).join(", ")}, or ${last}`;
}

/** Words in an enumeration with `and`: `a`, `a and b`, `a, b and c`. */
export function conjunction(words: readonly string[]): string {
  return [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");
}

/** The first texts, and a last one that counts the others. */
export function firstOf(texts: readonly string[], max: number): string[] {
  const more = texts.length - max;
  return [...texts.slice(0, max), ...(more > 0 ? [`and ${grouped(more)} more`] : [])];
}

/** The text, cut after that many characters. */
export function shortened(text: string, maxLength: number): string {
  const characters = [...text];
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join("")}…` : text;
}

/** A remark in a report that is not a finding. */
export interface Note {
  readonly text: string;
  /** The declared object that it is about. */
  readonly address?: string;
}

/** A note on one line, after the address of its object. */
export function noteText({ text, address }: Note): string {
  return address === undefined ? oneLine(text) : `${printable(address)}: ${oneLine(text)}`;
}

/** An untrusted text on one line. */
export function oneLine(text: string): string {
  return printable(text.replace(/\s+/g, (blank) => (blank.includes("\n") ? " " : blank)));
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** An untrusted text within HTML or XML, in quotation marks as well as outside. */
export function escaped(text: string): string {
  return printable(text).replace(/[&<>"']/g, (mark) => entities[mark] ?? mark);
}

/** A title with lines below it; empty without lines. */
export function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [[title, ...lines].join("\n")];
}

export function notesSection(notes: readonly Note[]): string[] {
  return section(
    "Notes",
    notes.map((note) => `  ${noteText(note)}`),
  );
}

/** Texts as lines. */
export function linesOf(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join("");
}

/** Sections with an empty line between them. */
export function sections(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join("\n");
}

/** The row of an object: a label for the change, its title, and further text. */
interface ObjectRow {
  readonly style: Style;
  readonly label: string;
  readonly title: string;
  readonly more: string;
  /** Lines below it. */
  readonly lines: readonly string[];
}

/** The lines of a table of objects. @param labelWidth width of the first column */
export function objectRows(rows: readonly ObjectRow[], labelWidth: number, { paint, width }: Screen) {
  const room = width === undefined ? undefined : width - labelWidth - 4;
  const natural = [rows.map(({ title }) => title), rows.map(({ more }) => more)];
  const [titles = 0, others = 0] = fitted(
    natural.map((texts) => Math.max(0, ...texts.map(widthOf))),
    room,
  );
  const indent = " ".repeat(labelWidth + 4);
  return rows.flatMap(({ style, label, title, more, lines }) => [
    `  ${paint(style, padded(label, labelWidth))}  ${padded(shortenedTo(title, titles), titles)}  ${more === "" ? "" : paint("dim", shortenedTo(more, others))}`.trimEnd(),
    ...lines.map((line) => indent + shortenedTo(line, room ?? widthOf(line))),
  ]);
}

/** A line per attribute: its name and its change. */
export function attributeLines<T extends { readonly name: string }>(
  attributes: readonly T[],
  textOf: (attribute: T) => string,
): string[] {
  const width = Math.max(0, ...attributes.map(({ name }) => name.length));
  return attributes.map((attribute) => `${attribute.name.padEnd(width)}  ${textOf(attribute)}`);
}
