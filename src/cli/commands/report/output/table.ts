import { grouped } from "../../../output/text";
import { type Content, html, isEmpty, type Markup } from "./markup";

/** A list shows this many rows; the next ones are behind a disclosure. */
const openRows = 10;

/** A list has at most this many rows in all; the command shows the others. */
const maxRows = 100;

/** A column of a table of the page. */
export interface PageColumn<T> {
  readonly title: string;
  readonly isNumber?: true;
  of(row: T): Content;
}

interface PageTable<T> {
  readonly caption: string;
  /** The first column names the row. */
  readonly columns: readonly PageColumn<T>[];
  readonly rows: readonly T[];
  /** How many there are, if more than the rows. */
  readonly total?: number;
  /** The command that shows all of them. */
  readonly command: string;
}

/**
 * A table; on a narrow screen a list. Columns without a value in any row are left out. It never scrolls: further rows are
 * {@link disclosed}. Nothing without a row.
 */
export function table<T>({ caption, columns, rows, total = rows.length, command }: PageTable<T>): Content {
  if (total === 0) return undefined;
  const shown = rows.slice(0, maxRows);
  const filled = columns.filter(
    (column, index) => index === 0 || shown.some((row) => !isEmpty(column.of(row))),
  );
  return disclosed(rows, total, command, (some, isContinued) =>
    part(isContinued ? `${caption} (continued)` : caption, filled, some),
  );
}

/**
 * The first rows; the others follow behind a disclosure, up to {@link maxRows}. The command shows all.
 * @param list draws some of the rows
 */
export function disclosed<T>(
  rows: readonly T[],
  total: number,
  command: string,
  list: (some: readonly T[], isContinued: boolean) => Markup,
): Markup {
  const rest = rows.slice(openRows, maxRows);
  const more = total - Math.min(rows.length, maxRows);
  return html`${list(rows.slice(0, openRows), false)}
${rest.length > 0 && disclosure(`Show ${grouped(rest.length)} more`, list(rest, true))}${more > 0 && html`<p class="more">${grouped(more)} more: <code>${command}</code></p>`}`;
}

/** Content that a screen shows on request, and paper always: browsers print nothing of closed details. */
export function disclosure(title: string, content: Content): Markup {
  return html`<details><summary>${title}</summary></details>
<div class="rest">${content}</div>
`;
}

function part<T>(caption: string, columns: readonly PageColumn<T>[], rows: readonly T[]): Markup {
  const head = columns.map(
    ({ title, isNumber }) =>
      html`<th scope="col" role="columnheader"${isNumber && classOf("number")}>${title}</th>`,
  );
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
function cell<T>(row: T, isName: boolean, { title, isNumber, of }: PageColumn<T>): Markup {
  const inside = html`${of(row)}`;
  const form = inside.text === "" ? "none" : isNumber ? "number" : breaking(inside, isName);
  const attributes = form && classOf(form);
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

function classOf(name: string): Markup {
  return html` class="${name}"`;
}
