import { type SankeyLink, type SankeyNode, sankey, sankeyLinkHorizontal } from "d3-sankey";
import { printable, shortenedTo, widthOf } from "../../../output/terminal";
import { counted } from "../../../output/text";
import { total } from "../facts/structure";
import type { Diagram, DiagramFlow, DiagramNode } from "./diagram";
import { html, type Markup } from "./markup";

/** The whole diagram for wide screens and paper, and its parts below each other for narrow ones. CSS shows what fits. */
export function picture(diagram: Diagram): Markup {
  return html`<figure>
${drawing("diagram", "broad", diagram)}${partsOf(diagram).map((part, index) => drawing(`diagram-${index}`, "narrow", part))}
<figcaption><ul class="legend"><li><i class="key hosts"></i> hosts, and contacts in a group</li><li><i class="key certificates"></i> certificates</li><li><i class="key attention"></i> contact pending, paused or unknown, and group that may reach no one</li><li><i class="key action"></i> group without an active contact</li></ul></figcaption>
</figure>
`;
}

/** The pairs of columns that are connected. */
export function partsOf({ columns, flows }: Diagram): Diagram[] {
  return columns.slice(1).flatMap(({ nodes }, index) => {
    const between = flows.filter(({ target }) => nodes.includes(target));
    return between.length === 0 ? [] : [{ columns: columns.slice(index, index + 2), flows: between }];
  });
}

/** The width of a picture and of its labels in its units, which are about a pixel. */
const forms = { broad: { width: 880, room: 205 }, narrow: { width: 350, room: 150 } };
const barWidth = 10;
/** Bars have this distance, so that two lines of text next to each never meet. */
const padding = 36;
/** The bars of the fullest column are together this high. */
const fullest = 160;

function drawing(id: string, form: keyof typeof forms, diagram: Diagram): Markup {
  const { width, room } = forms[form];
  const { columns, bands, height } = layoutOf(diagram, width);
  const last = columns.length - 1;
  const marks = columns.map(({ title, nodes }, column) => {
    const [x, anchor] = column === last ? [width, "end"] : [(column * (width - barWidth)) / last, "start"];
    return html`<text class="title" x="${x}" y="-26" text-anchor="${anchor}">${title}</text>
${nodes.map((node) => barMarks(node, anchor, room))}`;
  });
  // Above the bars are the titles of the columns and half of the first label, below them half of the last.
  return html`<svg class="picture ${form}" viewBox="0 -40 ${width} ${height + 62}" role="img" aria-labelledby="${id}-title">
<title id="${id}-title">${columns.map(({ title }) => title).join(", ")}: the table below has the same in words</title>
${bands.map(bandMarks)}${marks}</svg>
`;
}

type Bar = SankeyNode<DiagramNode, DiagramFlow>;
type Band = SankeyLink<DiagramNode, DiagramFlow>;

/** Where bars and bands are. Between two columns, thickness is proportional to the number of connections. */
export function layoutOf(diagram: Diagram, width: number) {
  // d3-sankey writes into nodes and links.
  const { columns, flows } = structuredClone(diagram);
  const links = columns.slice(1).flatMap(({ nodes: targets }, index): Band[] => {
    const between = flows.filter(({ target }) => targets.includes(target));
    const bands = between.map((flow) => ({ ...flow, value: flow.count / total(between) }));
    const [source, target] = [columns[index]?.nodes[0], targets[0]];
    // d3-sankey has as many columns as the longest way has nodes: this one leads through all, and is not drawn.
    return source && target ? [...bands, { source, target, value: 0, count: 0, noun: "host" }] : bands;
  });
  const height = fullest + padding * (Math.max(...columns.map(({ nodes }) => nodes.length)) - 1);
  sankey<DiagramNode, DiagramFlow>()
    .nodeAlign((node) => columns.findIndex(({ nodes }) => nodes.includes(node)))
    .nodeWidth(barWidth)
    .nodePadding(padding)
    .size([width, height])({ nodes: columns.flatMap(({ nodes }) => nodes), links });
  return { columns, bands: links.filter(({ count }) => count > 0), height };
}

function bandMarks(band: Band): Markup {
  const { noun, count, width = 0 } = band;
  const [source, target] = [band.source as Bar, band.target as Bar];
  const isWrong = target.tone === "action" || target.tone === "attention";
  const tone = isWrong ? target.tone : noun === "certificate" ? "certificates" : "hosts";
  const path = sankeyLinkHorizontal<DiagramNode, DiagramFlow>().digits(1)(band);
  // A band of a small share is still seen.
  return html`<path class="flow ${tone}" stroke-width="${round(Math.max(1, width))}" d="${path}"><title>${source.title} → ${target.title}: ${counted(count, noun)}</title></path>
`;
}

function barMarks({ x0 = 0, x1 = 0, y0 = 0, y1 = 0, ...node }: Bar, anchor: string, room: number): Markup {
  const place = html`x="${round(anchor === "end" ? x0 - 9 : x1 + 9)}" text-anchor="${anchor}"`;
  const middle = (y0 + y1) / 2;
  // A bar of a small share is still seen.
  const height = Math.max(4, y1 - y0);
  // The longest label that fits, or a part of the shortest.
  const { labels } = node;
  const shown = labels.find((text) => text === fitting(text, room, letters.detail)) ?? labels.at(-1) ?? "";
  return html`<g><title>${[node.title, ...node.details].join(", ")}</title><rect class="bar ${node.tone}" x="${round(x0)}" y="${round(middle - height / 2)}" width="${barWidth}" height="${round(height)}" rx="3"/>
<text ${place} y="${round(shown === "" ? middle + 5 : middle - 3)}">${fitting(node.title, room, letters.title)}</text>${shown !== "" && html`<text class="detail ${node.tone}" ${place} y="${round(middle + 14)}">${fitting(shown, room, letters.detail)}</text>`}</g>
`;
}

/** How wide a letter is on average in units of a drawing, rather more than less: fonts differ. */
const letters = { title: 8.4, detail: 7.2 };

/** As much of a text as fits into that many units. */
function fitting(text: string, room: number, letter: number): string {
  let columns = Math.floor(room / letter);
  let short = shortenedTo(printable(text), columns);
  while (columns > 1 && lettersIn(short) * letter > room) {
    columns -= 1;
    short = shortenedTo(short, columns);
  }
  return short;
}

/** How many letters of average width are as wide as a text: capitals are wider, and some of them twice as wide. */
function lettersIn(text: string): number {
  const [capitals, widest] = [/\p{Lu}/gu, /[MW@%]/g].map((pattern) => text.match(pattern)?.length ?? 0);
  return widthOf(text) + 0.4 * ((capitals ?? 0) + (widest ?? 0));
}

/** A coordinate with one digit. */
function round(number: number): number {
  return Math.round(number * 10) / 10;
}
