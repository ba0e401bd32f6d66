import { area, curveBumpX } from "d3-shape";
import { widthOf } from "../../../../output/terminal";
import { fitting, html, letters, type Markup, round } from "../markup";
import { barWidth, type Layout, layoutOf, type PlacedFlow, type PlacedNode } from "./layout";
import type { Picture } from "./model";

/** The picture for wide screens and paper, and in two halves below each other for narrow ones. CSS shows what fits. */
export function drawing({ columns, flows }: Picture, description: string): Markup {
  const [profiles, groups, contacts] = columns;
  const halves = [
    {
      name: "watched",
      title: "What is monitored",
      layout: layoutOf([profiles, groups], [flows[0]], narrow),
    },
    { name: "notified", title: "Who is notified", layout: layoutOf([groups, contacts], [flows[1]], narrow) },
  ];
  return html`<figure>
${svg("whole", "broad", "Profiles, contact groups and contacts", description, layoutOf(columns, flows, broad), broad, 205)}
${halves.map(({ name, title, layout }) => svg(name, "narrow", title, description, layout, narrow, 150))}
<figcaption><ul class="legend"><li><i class="key hosts"></i> hosts, and contacts in a group</li><li><i class="key certificates"></i> certificates</li><li><i class="key attention"></i> contact pending or paused</li><li><i class="key action"></i> group without an active contact</li></ul></figcaption>
</figure>`;
}

/** Widths in the pictures' units, which are about a pixel. */
const broad = 880;
const narrow = 350;

function svg(
  name: string,
  form: string,
  title: string,
  description: string,
  layout: Layout,
  width: number,
  room: number,
): Markup {
  const { columns, flows, height } = layout;
  const last = columns.length - 1;
  return html`<svg class="picture ${form}" viewBox="0 0 ${width} ${round(height)}" role="img" aria-labelledby="${name}-title ${name}-text">
<title id="${name}-title">${title}</title>
<desc id="${name}-text">${description}</desc>
${flows.map(flowPath)}
${columns.map(({ title: head, x, nodes }, index) => [
  headText(head, index === last ? x + barWidth : x, index === last),
  nodes.map((node) => nodeMarks(node, index === last, room)),
])}</svg>
`;
}

function headText(text: string, x: number, isLast: boolean): Markup {
  return html`<text class="title" x="${round(x)}" y="14"${isLast && endAnchor}>${text}</text>
`;
}

const endAnchor = html` text-anchor="end"`;

/** A band between two points, each with its upper edge. */
const band = area<readonly [x: number, y: number, thickness: number]>()
  .x(([x]) => x)
  .y0(([, y]) => y)
  .y1(([, y, thickness]) => y + thickness)
  .curve(curveBumpX)
  .digits(1);

function flowPath({ flow, from, to, thickness }: PlacedFlow): Markup {
  // A band of a small share is still seen.
  const shown = Math.max(1, thickness);
  const path = band([
    [from.x, from.y, shown],
    [to.x, to.y, shown],
  ]);
  return html`<path class="flow ${flow.tone}" d="${path}"><title>${flow.title}</title></path>
`;
}

function nodeMarks({ node, x, y, height }: PlacedNode, isLast: boolean, room: number): Markup {
  const at = round(isLast ? x - 9 : x + barWidth + 9);
  const middle = y + height / 2;
  const details = fittingDetails(node.details, room);
  const title = html`<text x="${at}" y="${round(details === "" ? middle + 5 : middle - 3)}"${isLast && endAnchor}>${fitting(node.title, room, letters.title)}</text>`;
  const detail = html`<text class="detail ${node.tone}" x="${at}" y="${round(middle + 14)}"${isLast && endAnchor}>${details}</text>`;
  const whole = [node.title, node.details.join(", ")].filter(Boolean).join(": ");
  return html`<g><title>${whole}</title><rect class="bar ${node.tone}" x="${round(x)}" y="${round(y)}" width="${barWidth}" height="${round(height)}" rx="3"/>${title}${details !== "" && detail}</g>
`;
}

/** The first details that find room side by side; of the first one at least a part. */
function fittingDetails(details: readonly string[], room: number): string {
  for (let count = details.length; count > 1; count -= 1) {
    const text = details.slice(0, count).join(" · ");
    if (widthOf(text) * letters.detail <= room) return text;
  }
  return fitting(details[0] ?? "", room, letters.detail);
}
