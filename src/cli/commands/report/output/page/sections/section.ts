import type { Level } from "../../../report";
import { icon } from "../icons";
import { type Content, html, type Markup } from "../markup";

/** A part of the page: its place in links, its heading, what it says first, and what it shows. */
interface Section {
  readonly id: string;
  readonly title: string;
  readonly level?: Level | undefined;
  /** In a sentence or two; perhaps HTML. */
  readonly say: Content;
  readonly body?: Content;
}

/** That part as a card with a heading of the second level. */
export function section({ id, title, level, say, body }: Section): Markup {
  const heading = html`<h2 id="${id}-heading">${title}</h2>
<p class="say">${say}</p>`;
  const head =
    level === undefined ? heading : html`<div class="head">${icon(level)}<div>${heading}</div></div>`;
  return html`<section id="${id}" aria-labelledby="${id}-heading">
${head}
${body}
</section>
`;
}
