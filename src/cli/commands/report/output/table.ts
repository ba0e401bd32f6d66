import { grouped } from "../../../output/text";
import { type Content, html, isEmpty, type Markup } from "./markup";

/** A list shows this many rows; the next ones are behind a disclosure. */
const openRows = 10;

/** A list has at most this many rows in all; the command shows the others. */
const maxRows = 100;

/** A column of a table of the page. */
export interface PageColumn<T> {
  readonly title: string;
  of(row: T): Content;
}

interface PageTable<T> {
  readonly caption: string;
  /** The first column names the row. */
  readonly columns: readonly PageColumn<T>[];
  readonly rows: readonly T[];
  /** The command that shows all of them. */
  readonly command: string;
}

/**
 * A table; on a narrow screen a list. Columns without a value in any row are left out. It never scrolls: the first rows are
 * shown, the others follow behind a disclosure, up to {@link maxRows}. Nothing without a row.
 */
export function table<T>({ caption, columns, rows, command }: PageTable<T>): Content {
  if (rows.length === 0) return undefined;
  const shown = rows.slice(0, maxRows);
  const filled = columns.filter(
    (column, index) => index === 0 || shown.some((row) => !isEmpty(column.of(row))),
  );
  const rest = shown.slice(openRows);
  const more = rows.length - shown.length;
  return html`${part(caption, filled, shown.slice(0, openRows))}
${rest.length > 0 && disclosure(`Show ${grouped(rest.length)} more`, part(`${caption} (continued)`, filled, rest))}${more > 0 && html`<p class="more">${grouped(more)} more: <code>${command}</code></p>`}`;
}

/** Content that a screen shows on request, and paper always: browsers print nothing of closed details. */
export function disclosure(title: string, content: Content): Markup {
  return html`<details><summary>${title}</summary></details>
<div class="rest">${content}</div>
`;
}

function part<T>(caption: string, columns: readonly PageColumn<T>[], rows: readonly T[]): Markup {
  const head = columns.map(({ title }) => html`<th scope="col" role="columnheader">${title}</th>`);
  const body = rows.map(
    (row) => html`<tr role="row">${columns.map((column, index) => cell(row, index === 0, column))}</tr>
`,
  );
  return html`<table role="table"><caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${head}</tr></thead>
<tbody role="rowgroup">
${body}</tbody></table>`;
}

/** A cell. The roles keep it a cell for all readers where a narrow screen shows a row as a list of titles and values. */
function cell<T>(row: T, isName: boolean, { title, of }: PageColumn<T>): Markup {
  const inside = html`${of(row)}`;
  const form = inside.text === "" ? "none" : breaking(inside, isName);
  const attributes = form && html` class="${form}"`;
  if (isName) return html`<th scope="row" role="rowheader"${attributes}>${inside}</th>`;
  return html`<td role="cell" data-title="${title}"${attributes}><span>${inside}</span></td>`;
}

/** The class of a cell whose words may break: an address breaks only on narrow screens. Short words never do. */
function breaking({ text }: Markup, isName: boolean): "address" | "long" | false {
  const words = text.split(/<[^>]*>|\s/).map((word) => word.length);
  const longest = Math.max(...words);
  if (isName && longest <= 43) return longest > 18 && "address";
  return (longest > 12 || words.length > 12) && "long";
}
