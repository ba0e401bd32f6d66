import { type Content, html, isEmpty, type Markup } from "./markup";

/** So many rows of a table are shown: whoever needs the rest wants it for a program. */
const mostRows = 100;

/** A table of more rows has a height of its own, within which it scrolls under its head. */
const mostOpenRows = 15;

/** A column of a table of the page. */
export interface PageColumn<T> {
  readonly title: string;
  readonly isNumber?: true;
  of(row: T): Content;
}

/** What a table shows. */
interface PageTable<T> {
  readonly caption: string;
  /** The first column names the row. */
  readonly columns: readonly PageColumn<T>[];
  readonly rows: readonly T[];
  /** How many there are, if more than the rows. */
  readonly total?: number;
  /** The command that tells the rest. */
  readonly command: string;
}

/**
 * A table that scrolls within its own box where it is too wide; on a narrow screen a list. Columns in which no row has anything are left out, and
 * so are rows after the first {@link mostRows}, which a line below says.
 */
export function table<T>({ caption, columns, rows, total = rows.length, command }: PageTable<T>): Markup {
  const shown = rows.slice(0, mostRows);
  const filled = columns
    .map((column) => ({ column, cells: shown.map((row) => column.of(row)) }))
    .filter(({ cells }, index) => index === 0 || cells.some((cell) => !isEmpty(cell)));
  const body = shown.map(
    (_, row) =>
      html`<tr role="row">${filled.map(({ column, cells }, index) => cell(cells[row], index === 0, column))}</tr>\n`,
  );
  const head = filled.map(
    ({ column }) =>
      html`<th scope="col" role="columnheader"${column.isNumber && classOf("number")}>${column.title}</th>`,
  );
  return html`<div class="scroll${shown.length > mostOpenRows && " tall"}" role="region" aria-label="${caption}" tabindex="0"><table role="table"><caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${head}</tr></thead>
<tbody role="rowgroup">
${body}</tbody></table></div>${moreLine(total - shown.length, command)}`;
}

/** A word of so many characters may be broken anywhere, so that it does not make its column too wide. */
const longWord = /[^\s<>]{40}/u;

/** A cell. The roles keep it one for all readers where a narrow screen shows a row as a list of titles and values. */
function cell<T>(content: Content, isName: boolean, { title, isNumber }: PageColumn<T>): Markup {
  const inside = html`${content}`;
  const isLong = longWord.test(inside.text.replace(/<[^<>]*>/g, " "));
  const form = isNumber ? "number" : isLong ? "long" : inside.text === "" ? "none" : undefined;
  const attributes = form !== undefined && classOf(form);
  if (isName) return html`<th scope="row" role="rowheader"${attributes}>${inside}</th>`;
  return html`<td role="cell" data-title="${title}"${attributes}><span>${inside}</span></td>`;
}

function classOf(name: string): Markup {
  return html` class="${name}"`;
}

function moreLine(more: number, command: string): Markup | undefined {
  if (more <= 0) return undefined;
  return html`
<p class="more"><b>and ${more.toLocaleString("en")} more</b>, which <code>${command}</code> tells.</p>`;
}
