import { type Paint, padded, printable, type Style, widthOf } from "./terminal";

/** Something to know that is no difference. */
export interface Note {
  readonly text: string;
  /** The declared object that it is about. */
  readonly address?: string;
}

/** A note on one line, with the object that it is about. */
export function noteText({ text, address }: Note): string {
  return address === undefined ? oneLine(text) : `${printable(address)}: ${oneLine(text)}`;
}

/** A text from elsewhere on one line: its paragraphs follow each other. */
export function oneLine(text: string): string {
  return printable(text.replace(/\s*\n\s*/g, " "));
}

/** A title with lines below it; nothing without lines. */
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

/** What stands in a row for an object: what becomes of it, what it is called, and what else to show in one line. */
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

/** Objects in rows, with words and titles below each other. @param wordWidth the columns of the first word */
export function objectRows(rows: readonly ObjectRow[], wordWidth: number, paint: Paint): string[] {
  const width = Math.min(widest, Math.max(...rows.map(({ title }) => widthOf(title))));
  return rows.flatMap(({ style, word, title, more, lines }) => [
    `  ${paint(style, padded(word, wordWidth))}  ${padded(title, width)}  ${paint("dim", more)}`.trimEnd(),
    ...lines.map((line) => `${" ".repeat(wordWidth + 4)}${line}`),
  ]);
}

/** A line for each attribute: its name, and what becomes of it. */
export function attributeLines<T extends { readonly name: string }>(
  attributes: readonly T[],
  textOf: (attribute: T) => string,
): string[] {
  const width = Math.max(0, ...attributes.map(({ name }) => name.length));
  return attributes.map((one) => `${one.name.padEnd(width)}  ${textOf(one)}`);
}
