import { isoDate } from "../../../../service/dates";
import type { Value } from "../../../../terraform";
import { ageText } from "../../../output/durations";
import { escaped, grouped } from "../../../output/text";
import { dateText, type Level, levels } from "../report";

/** HTML. Only {@link html} creates it, so other texts are always escaped. */
export class Markup {
  constructor(readonly text: string) {}
}

/** The content of HTML: a text, which is escaped, HTML, or several of these; false is empty. */
export type Content = Markup | string | number | false | null | undefined | readonly Content[];

/** HTML with escaped values. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(String.raw({ raw: parts }, ...values.map(written)));
}

function written(content: Content): string {
  if (content === null || content === undefined || content === false) return "";
  if (content instanceof Markup) return content.text;
  if (typeof content === "object") return content.map(written).join("");
  return escaped(String(content));
}

/** A command; its lines do not break within an option. */
export function commandMarkup(command: string): Markup {
  const words = command.split(/(?<=\s)(--[a-z-]+)(?=\s|$)/);
  return html`<code>${words.map((word, index) => (index % 2 === 1 ? html`<span>${word}</span>` : word))}</code>`;
}

/** The shape of each level, distinct without colours. They are drawn once; {@link icon} refers to them. */
export const iconShapes: Markup = html`<svg width="0" height="0" style="position:absolute" aria-hidden="true" focusable="false">
<symbol id="action" viewBox="0 0 24 24"><path fill="currentColor" fill-rule="evenodd" d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm-1.25 5h2.5v6.5h-2.5Zm0 8.5h2.5V18h-2.5Z"/></symbol>
<symbol id="attention" viewBox="0 0 24 24"><path fill="currentColor" fill-rule="evenodd" d="M10.6 3.2a1.6 1.6 0 0 1 2.8 0l8.4 15.4a1.6 1.6 0 0 1-1.4 2.4H3.6a1.6 1.6 0 0 1-1.4-2.4ZM10.9 9v5.8h2.2V9Zm0 7.2v2.2h2.2v-2.2Z"/></symbol>
<symbol id="unknown" viewBox="0 0 24 24"><path fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="3.2 3.2" d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z"/><path fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" d="M8 12h8"/></symbol>
<symbol id="fine" viewBox="0 0 24 24"><path fill="none" stroke="currentColor" stroke-width="2" d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z"/><path fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" d="m8 12.4 2.8 2.8L16 9.6"/></symbol>
</svg>`;

/** The shape of a level, with its word for those who do not see it. */
export function icon(level: Level): Markup {
  return html`<svg class="icon ${level}" role="img" aria-label="${levels[level].words}:" focusable="false"><use href="#${level}"/></svg>`;
}

/** A part of the page as a card: its place in links, its heading, an introduction, and the content below it. */
export function section(id: string, title: string, say: Content, body?: Content, level?: Level): Markup {
  const heading = html`<h2 id="${id}-heading">${title}</h2>
<p class="say">${say}</p>`;
  return html`<section id="${id}" aria-labelledby="${id}-heading">
${level === undefined ? heading : html`<div class="head">${icon(level)}<div>${heading}</div></div>`}
${body}
</section>
`;
}

/** The age of a time, with the full time for pointers and screen readers; the text itself if it is not a time. */
export function age(time: Value | undefined, now: string): Content {
  if (typeof time !== "string") return undefined;
  const since = isoDate(time);
  if (since === null) return time;
  const text = ageText(since, Date.parse(now));
  return html`<time datetime="${since}" title="${dateText(since)}">${text}</time>`;
}

/** This many names stand in a cell. */
const maxNamed = 5;

/** The first names, and the number of further ones. */
export function abbreviatedNames(names: readonly string[]): Content {
  const more = names.length - maxNamed;
  const shown = names.slice(0, maxNamed).map((name, index) => [index > 0 && ", ", html`<bdi>${name}</bdi>`]);
  return [shown, more > 0 && ` and ${grouped(more)} more`];
}

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
  const cellsOf = (row: number) =>
    filled.map(({ title, cells }, index) => cell(cells[row], index === 0, title));
  const body = rows.map((_, row) => html`<tr role="row">${cellsOf(row)}</tr>\n`);
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
