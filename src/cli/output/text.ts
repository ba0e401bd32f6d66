import { type Paint, padded, printable, type Style, widthOf } from "./terminal";

/** So many of something, as in `1 request` or `2 requests`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** The text as a sentence begins: its first letter a capital. */
export function sentenceCase(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The first texts, and a last one that counts the others. */
export function firstOf(texts: readonly string[], most: number): string[] {
  const more = texts.length - most;
  return [...texts.slice(0, most), ...(more > 0 ? [`and ${more} more`] : [])];
}

/** The text, cut after that many characters. */
export function shortened(text: string, longest: number): string {
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest).join("")}…` : text;
}

/** Compares texts with numbers by their value: `mx_2` before `mx_10`. Different texts may be equal, such as `1` and `01`. */
export const inWords = new Intl.Collator("en", { numeric: true }).compare;

/** The same order, with a tie-break for different texts. */
export function byName(a: string, b: string): number {
  const order = inWords(a, b);
  if (order !== 0 || a === b) return order;
  return a < b ? -1 : 1;
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

/** A title with lines below it; empty without lines. */
export function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [[title, ...lines].join("\n")];
}

/** The notes of a report as a section. */
export function notesSection(notes: readonly Note[]): string[] {
  return section(
    "Notes",
    notes.map((note) => `  ${noteText(note)}`),
  );
}

/** Sections with an empty line between them. */
export function sections(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join("\n");
}

/** The row of an object: a word for the change, its title, and further text. */
interface ObjectRow {
  readonly style: Style;
  readonly word: string;
  readonly title: string;
  readonly more: string;
  /** Lines below it. */
  readonly lines: readonly string[];
}

/** The widest title that is padded. */
const widest = 60;

/** The lines of a table of objects. @param wordWidth width of the first column */
export function objectRows(rows: readonly ObjectRow[], wordWidth: number, paint: Paint): string[] {
  const width = Math.min(widest, Math.max(...rows.map(({ title }) => widthOf(title))));
  return rows.flatMap(({ style, word, title, more, lines }) => [
    `  ${paint(style, padded(word, wordWidth))}  ${padded(title, width)}  ${paint("dim", more)}`.trimEnd(),
    ...lines.map((line) => `${" ".repeat(wordWidth + 4)}${line}`),
  ]);
}

/** A line per attribute: its name and its change. */
export function attributeLines<T extends { readonly name: string }>(
  attributes: readonly T[],
  textOf: (attribute: T) => string,
): string[] {
  const width = Math.max(0, ...attributes.map(({ name }) => name.length));
  return attributes.map((one) => `${one.name.padEnd(width)}  ${textOf(one)}`);
}
