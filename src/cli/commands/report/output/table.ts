import { grouped } from "../../../output/text";
import { type Content, html, type Markup } from "./markup";

/** A list shows this many rows on a screen; the next ones are behind a disclosure. */
const openRows = 10;

/**
 * A table; on a narrow screen a list. It never scrolls. Columns without a value in any row are left out. Nothing without a row.
 * @param columns the content of a row by the title of its column; the first names the row
 */
export function table<T>(
  caption: string,
  rows: readonly T[],
  columns: Readonly<Record<string, (row: T) => Content>>,
): Content {
  if (rows.length === 0) return undefined;
  const filled = Object.entries(columns)
    .map(([title, of]) => ({ title, cells: rows.map((row) => html`${of(row)}`) }))
    .filter(({ cells }, index) => index === 0 || cells.some(({ text }) => text !== ""));
  const head = filled.map(({ title }) => html`<th scope="col" role="columnheader">${title}</th>`);
  const body = rows.map(
    (
      _,
      row,
    ) => html`<tr role="row">${filled.map(({ title, cells }, index) => cell(cells[row], index === 0, title))}</tr>
`,
  );
  return html`<table role="table"><caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${head}</tr></thead>
<tbody role="rowgroup">
${body}</tbody></table>
${rows.length > openRows && disclosure(`Show ${grouped(rows.length - openRows)} more`)}`;
}

/** Shows on request what is before it. Paper always has that: browsers print nothing of closed details. */
export function disclosure(title: string): Markup {
  return html`<details><summary>${title}</summary></details>
`;
}

/** A cell. The roles keep it a cell for all readers where a narrow screen shows a row as a list of titles and values. */
function cell(inside: Markup = html``, isName: boolean, title: string): Markup {
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
