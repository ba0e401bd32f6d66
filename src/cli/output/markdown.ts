import { type Note, noteText, shortened } from "./text";

/** The longest comment that GitHub takes, in characters. */
const longestComment = 65_536;

/** Tables of more rows are folded. */
const mostOpenRows = 20;

/** A table under a heading of its own; rows are whole lines. */
interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly string[];
}

/** A comment on a pull request. */
interface Comment {
  /** Paragraphs before the tables. The first marks the comment, so that a pipeline can find and replace it. */
  readonly begin: readonly string[];
  /** Tables, cut to the space that is left. */
  readonly tables: readonly Table[];
  /** Paragraphs after the tables, and the number of characters reserved for them. */
  readonly end: readonly string[];
  readonly kept: number;
  /** A sentence about rows that do not fit. */
  leftOut(hidden: number, all: number): string;
}

/** The comment in GitHub's Markdown. */
export function comment({ begin, tables, end, kept, leftOut }: Comment): string {
  const shown: string[] = [];
  let left = longestComment - kept - begin.join("\n\n").length;
  let hidden = 0;
  for (const table of tables) {
    const [text, count] = foldingTable(table, left);
    if (count > 0) shown.push(text);
    left -= text.length + 2;
    hidden += table.rows.length - count;
  }
  const all = tables.reduce((sum, { rows }) => sum + rows.length, 0);
  const missing = hidden > 0 ? [leftOut(hidden, all)] : [];
  return `${[...begin, ...shown, ...missing, ...end].join("\n\n")}\n`;
}

/**
 * As many rows of a table as fit into that many characters, and how many they are. A long table is folded: its title
 * opens it.
 */
function foldingTable({ title, columns, rows }: Table, room: number): [text: string, count: number] {
  const folds = rows.length > mostOpenRows;
  const [head, foot] = folds
    ? [`<details><summary>${title} (${rows.length})</summary>\n\n`, "\n\n</details>"]
    : [`#### ${title}\n\n`, ""];
  const begin = `${head}|${columns.map((name) => ` ${name} |`.replace("  ", " ")).join("")}\n|${" --- |".repeat(columns.length)}`;
  const fitting: string[] = [];
  let left = room - begin.length - foot.length - 2;
  for (const row of rows) {
    left -= row.length + 1;
    if (left < 0) break;
    fitting.push(row);
  }
  return fitting.length === 0 ? ["", 0] : [`${[begin, ...fitting].join("\n")}${foot}`, fitting.length];
}

/** A list with the items that fit into that many characters, and the number of others; empty without items. */
export function list(items: readonly string[], room: number, what: string): string[] {
  if (items.length === 0) return [];
  let left = room;
  const fitting = items.filter((item) => {
    left -= item.length + 3;
    return left >= 0;
  });
  const more = items.length - fitting.length;
  const shown = [...fitting, ...(more > 0 ? [`${more} more ${what} are left out.`] : [])];
  return [shown.map((item) => `- ${item}`).join("\n")];
}

/** Notes as a list. @param longest most characters of one note */
export function notesList(notes: readonly Note[], room: number, longest: number): string[] {
  const items = notes.map((note) => quiet(shortened(noteText(note), longest)));
  return list(items, room, "notes");
}

/**
 * A text as code. GitHub mentions nobody and links nothing within it, and all that could end it or mean something in
 * Markdown is written as an entity, which a code span between backticks would not allow.
 */
export function code(text: string): string {
  return text === "" ? "" : `<code>${entities(text)}</code>`;
}

/** A text of which nothing means anything in Markdown, and which mentions nobody and refers to no issue. */
export function quiet(text: string): string {
  return entities(text).replace(/&#(?:64|35);/g, "$&&#8203;");
}

/** Every mark that Markdown or HTML may act on as an entity, which is text to both. */
export function entities(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}\p{M} .,;/=→−+…-]/gu, (mark) => `&#${mark.codePointAt(0)};`)
    .replace(/www\./gi, (start) => `${start.slice(0, 3)}&#46;`)
    .replace(/^([-+=])/, (mark) => `&#${mark.charCodeAt(0)};`);
}
