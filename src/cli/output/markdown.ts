/** The longest comment that GitHub takes, in characters. */
export const longestComment = 65_536;

/** Tables of more rows are folded. */
const mostOpenRows = 20;

/** A table under a heading of its own; rows are whole lines. */
interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly string[];
}

/**
 * As many rows of a table as fit into that many characters, and how many they are. A long table is folded: its title
 * opens it.
 */
export function foldingTable({ title, columns, rows }: Table, room: number): [text: string, count: number] {
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
