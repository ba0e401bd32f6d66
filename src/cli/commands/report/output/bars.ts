import { grouped } from "../../../output/text";
import { type Content, html, type Markup, round } from "./markup";
import { disclosed } from "./table";

/** A bar of a plot. */
export interface Bar {
  readonly name: string;
  readonly value: number;
}

interface BarPlot {
  readonly caption: string;
  readonly bars: readonly Bar[];
  /** The command that shows all of them. */
  readonly command: string;
}

/** Horizontal bars on a common scale from zero. It is a list, so a reader without sight gets its values. Nothing without a bar. */
export function barPlot({ caption, bars, command }: BarPlot): Content {
  if (bars.length === 0) return undefined;
  const max = bars.reduce((largest, { value }) => Math.max(largest, value), 0);
  const list = (some: readonly Bar[]) => html`<ul class="bars">
${some.map(
  ({ name, value }) =>
    html`<li><span class="name">${name}</span><span class="track"><i style="width:${round((100 * value) / max)}%"></i></span><span class="value">${grouped(value)}</span></li>
`,
)}</ul>`;
  return html`<figure class="plot"><figcaption>${caption}</figcaption>
${disclosed(bars, bars.length, command, list)}</figure>`;
}

/** A share, such as of the requests of an hour. */
export interface Share {
  readonly name: string;
  readonly value: number;
  /** Class of its colour and pattern. */
  readonly tone: string;
}

/** Shares in one bar, with their numbers in a legend. */
export function stackedBar(caption: string, shares: readonly Share[]): Markup {
  const whole = shares.reduce((sum, { value }) => sum + value, 0);
  return html`<figure class="plot"><figcaption>${caption}</figcaption>
<div class="stack" aria-hidden="true">${shares.map(({ value, tone }) => value > 0 && html`<i class="${tone}" style="width:${round((100 * value) / whole)}%"></i>`)}</div>
<ul class="legend">${shares.map(({ name, value, tone }) => html`<li><i class="key ${tone}"></i>${name}: <b>${grouped(value)}</b></li>`)}</ul></figure>`;
}
