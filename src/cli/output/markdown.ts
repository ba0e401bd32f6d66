import { occurrences } from "../../service/groups";
import { grouped, type Note, noteText, shortened } from "./text";

/** How many characters a comment may have on GitHub, less the name of the comment. GitLab takes more. */
export const maxComment = 65_536 - 200;

/** A table shows this many rows. Those after them are folded. */
const maxOpenRows = 20;

/** A row of a table, as a complete line. */
export interface Row {
  readonly text: string;
  /** How soon it is left out where a comment is too long: rows of rank 0 stay longest. */
  readonly rank: number;
  /** Its label in the count of rows that are left out: `added`. */
  readonly label: string;
}

/** A table under a heading of its own; nothing without rows. The most important rows come first. */
interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

interface Comment {
  /** Paragraphs before the tables. The first marks the comment, so that a pipeline can find and replace it. */
  readonly begin: readonly string[];
  readonly tables: readonly Table[];
  /** What the rows are, as in `changes`, and the command whose JSON has all of them. */
  readonly what: string;
  readonly command: string;
  /** Listed after the tables. */
  readonly notes: readonly Note[];
  /** Undefined for a file, which has all rows and notes. */
  readonly maxLength?: number | undefined;
}

/** Maximum length of all notes in a comment, and of one. */
const maxNotes = 12_000;
const maxNote = 900;
/** The characters that no row takes, since the whole is not exactly known. */
const reserve = 1_000;
/** Maximum length of the counts of rows that are left out. */
const maxSummary = 1_500;

/**
 * The comment in the Markdown of GitHub and GitLab. Where it would be longer than that, rows of the lowest ranks in all tables
 * stay, and the rest is counted by table.
 */
export function comment(parts: Comment): string {
  const { begin, tables, what, command, notes, maxLength = Number.POSITIVE_INFINITY } = parts;
  const end = notesList(notes, maxLength);
  const room = maxLength - reserve - [...begin, ...end].join("\n\n").length;
  const all = tables.flatMap(({ rows }) => rows);
  const fits =
    tables.reduce((sum, table) => sum + (table.rows.length === 0 ? 0 : textOf(table).length + 2), 0) <= room;
  const shown = fits ? new Set(all) : mostImportant(tables, room - maxSummary);
  const texts = tables
    .map((table) => ({ ...table, rows: table.rows.filter((row) => shown.has(row)) }))
    .filter(({ rows }) => rows.length > 0)
    .map(textOf);
  const hidden = all.length - shown.size;
  const leftOut = `**${hidden} of ${all.length} ${what} are left out**, since comments have a maximum length. \`rblmonitor ${command} --json\` has all of them.`;
  const missing = hidden > 0 ? [leftOut, ...countsOf(tables, shown)] : [];
  return `${[...begin, ...texts, ...missing, ...end].join("\n\n")}\n`;
}

/** The rows that fit into that many characters, those of the lowest ranks first. */
function mostImportant(tables: readonly Table[], room: number): ReadonlySet<Row> {
  const shown = new Set<Row>();
  const begun = new Set<Table>();
  const rows = tables.flatMap((table) => table.rows.map((row) => ({ table, row })));
  let left = room;
  for (const { table, row } of rows.sort((a, b) => a.row.rank - b.row.rank)) {
    const needed = (begun.has(table) ? 0 : frameLength(table)) + row.text.length + 1;
    if (needed > left) continue;
    left -= needed;
    begun.add(table);
    shown.add(row);
  }
  return shown;
}

/** The counts of rows that are left out, for each table: `hosts: 620 added`. */
function countsOf(tables: readonly Table[], shown: ReadonlySet<Row>): string[] {
  const lines = tables.flatMap(({ title, rows }) => {
    const counts = occurrences(rows.flatMap((row) => (shown.has(row) ? [] : row.label)));
    if (counts.size === 0) return [];
    return [`${title}: ${[...counts].map(([label, count]) => `${grouped(count)} ${label}`).join(", ")}`];
  });
  return list(lines, maxSummary, "kinds");
}

/** A table as text: its first rows, and a section that opens with the others. */
function textOf({ title, columns, rows }: Table): string {
  const names = columns.map((name) => ` ${name} |`.replace("  ", " ")).join("");
  const lines = (some: readonly Row[]) =>
    [`|${names}`, `|${" --- |".repeat(columns.length)}`, ...some.map(({ text }) => text)].join("\n");
  const folded = rows.slice(maxOpenRows);
  return [
    `#### ${title}`,
    lines(rows.slice(0, maxOpenRows)),
    ...(folded.length === 0
      ? []
      : [`<details><summary>${grouped(folded.length)} more</summary>`, lines(folded), "</details>"]),
  ].join("\n\n");
}

/** Maximum length of a table without its rows, and of the lines between it and the next one. */
function frameLength(table: Table): number {
  const rows = Array<Row>(maxOpenRows + 1).fill({ text: "", rank: 0, label: "" });
  return textOf({ ...table, rows }).length + "\n\n1,000".length;
}

/** A list with the items that fit into that many characters, and the number of others; empty without items. */
export function list(items: readonly string[], room: number, what: string): string[] {
  if (items.length === 0) return [];
  const { fitting, more } = fittingItems(items, room, "- \n".length);
  const shown = [...fitting, ...(more > 0 ? [`${more} more ${what} are left out.`] : [])];
  return [shown.map((item) => `- ${item}`).join("\n")];
}

/** The first items that fit into that many characters, each with so many around it, and the number of others. */
export function fittingItems(items: readonly string[], room: number, around: number) {
  let left = room;
  const fitting = items.filter((item) => {
    left -= item.length + around;
    return left >= 0;
  });
  return { fitting, more: items.length - fitting.length };
}

/** Notes as a list; without a maximum length all of them. */
function notesList(notes: readonly Note[], maxLength: number): string[] {
  const [room, length] = Number.isFinite(maxLength) ? [maxNotes, maxNote] : [maxLength, maxLength];
  return list(
    notes.map((note) => inertText(shortened(noteText(note), length))),
    room,
    "notes",
  );
}

/**
 * A text as code. GitHub creates no mentions or links within it. Every character that could end it or has a meaning in
 * Markdown is written as an entity, which a code span between backticks would not allow.
 */
export function code(text: string): string {
  return text === "" ? "" : `<code>${entities(text)}</code>`;
}

/** The name of an attribute and the text of its change, which is code unless it only says that the attribute is sensitive. */
export function attributeCell(
  attribute: { readonly name: string; readonly sensitive?: boolean },
  text: string,
): string {
  return `${entities(attribute.name)}: ${attribute.sensitive ? text : code(text)}`;
}

/** A box that GitHub and GitLab show as a warning; its lines are Markdown. */
export function warningBox(lines: readonly string[]): string {
  return ["> [!WARNING]", ...lines.map((line) => `> ${line}`)].join("\n");
}

/** Places within what GitHub and GitLab make a link of: `@name`, `#1`, `!1` and the like, `GH-1`, the hash of a commit. */
const withinReferences = /(?<=[@#!$%&~])|(?<=\bGH-)(?=\d)|(?<=\b[\da-f]{6})(?=[\da-f]{1,34}\b)/i;

/** A text without Markdown, mentions and references. */
export function inertText(text: string): string {
  return text.split(withinReferences).map(entities).join("&#8203;");
}

/** Every mark that Markdown or HTML may act on as an entity, which is text to both. */
export function entities(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}\p{M} .,;/=→−+…-]/gu, (mark) => `&#${mark.codePointAt(0)};`)
    .replace(/www\./gi, (start) => `${start.slice(0, 3)}&#46;`)
    .replace(/^([-+=])/, (mark) => `&#${mark.charCodeAt(0)};`);
}
