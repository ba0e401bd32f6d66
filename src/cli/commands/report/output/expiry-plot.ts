import { type ScaleLinear, scaleLinear } from "d3-scale";
import { type SymbolType, symbol, symbolCircle, symbolDiamond, symbolTriangle } from "d3-shape";
import { groupedBy } from "../../../../service/groups";
import { counted, grouped } from "../../../output/text";
import { displayName, type Names } from "../../../output/values";
import { type ExpiryLane, plottedDays, sizeOf } from "../report";
import { fitting, html, letters, type Markup, round } from "./markup";

/** The plot shows this many profiles. */
const maxLanes = 6;

/** More dots than this at one place are shown as a number. */
const maxDots = 4;

/** Sizes in units of about a pixel. */
const lane = { label: 40, dots: 52, gap: 14 };
const dot = { size: 90, step: 12 };
const axisHeight = 34;
const margin = 12;

type Tone = "action" | "attention" | "fine";

/** Each tone has a shape of its own, so that colour is not needed to read it. */
const shapes: Readonly<Record<Tone, SymbolType>> = {
  action: symbolDiamond,
  attention: symbolTriangle,
  fine: symbolCircle,
};

const keys: readonly (readonly [Tone, string])[] = [
  ["action", "expired, or past the last alert"],
  ["attention", "past the first alert"],
  ["fine", "later"],
];

/** When certificates expire, on an axis of 0 to 90 days, with the alerts of each profile: for wide and for narrow screens. */
export function expiryPlot(lanes: readonly ExpiryLane[], names: Names): Markup {
  const shown = lanes.slice(0, maxLanes);
  const more = lanes.length - shown.length;
  return html`<figure class="plot">
${svg("expiry-broad", "broad", shown, names, 880)}
${svg("expiry-narrow", "narrow", shown, names, 340)}
<figcaption><ul class="legend">${keys.map(([tone, words]) => html`<li>${legendSymbol(tone)} ${words}</li>`)}<li><i class="threshold-key"></i> alert of the profile</li></ul>${more > 0 && html`<p class="more">${counted(more, "profile")} with fewer certificates not shown.</p>`}</figcaption>
</figure>`;
}

function svg(id: string, form: string, lanes: readonly ExpiryLane[], names: Names, width: number): Markup {
  const x = scaleLinear([0, plottedDays], [margin, width - margin]).clamp(true);
  const height = lanes.length * (lane.label + lane.dots + lane.gap) + axisHeight;
  const ticks = form === "narrow" ? [0, 30, 60, 90] : [0, 15, 30, 45, 60, 75, 90];
  const ground = height - axisHeight;
  return html`<svg class="picture ${form}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-title">
<title id="${id}-title">${titleOf(lanes, names)}</title>
${ticks.map(
  (days) =>
    html`<line class="grid" x1="${round(x(days))}" x2="${round(x(days))}" y1="0" y2="${ground}"/><text class="detail" x="${round(x(days))}" y="${ground + 18}" text-anchor="${anchor(days)}">${days === plottedDays ? `${days} days` : days}</text>
`,
)}
${lanes.map((each, index) => laneMarks(each, index * (lane.label + lane.dots + lane.gap), x, names, width))}</svg>`;
}

function laneMarks(
  expiry: ExpiryLane,
  top: number,
  x: ScaleLinear<number, number>,
  names: Names,
  width: number,
): Markup {
  const { profile, thresholds, monitors, later, unknown } = expiry;
  const base = top + lane.label + lane.dots;
  const facts = [
    counted(sizeOf(expiry), "certificate"),
    ...(later > 0 ? [`${grouped(later)} after ${plottedDays} days`] : []),
    ...(unknown > 0 ? [`${grouped(unknown)} unknown`] : []),
  ];
  const title = profile === null ? "Unknown profile" : displayName(profile, names);
  return html`<text x="${margin}" y="${top + 15}">${fitting(title, width - 2 * margin, letters.title)}</text><text class="detail" x="${margin}" y="${top + 31}">${fitting(facts.join(", "), width - 2 * margin, letters.detail)}</text>
${thresholds
  .filter((days) => days <= plottedDays)
  .map(
    (days) =>
      html`<line class="threshold" x1="${round(x(days))}" x2="${round(x(days))}" y1="${top + lane.label}" y2="${base}"><title>Alert at ${counted(days, "day")}</title></line>`,
  )}
<line class="axis" x1="${margin}" x2="${round(x(plottedDays))}" y1="${base}" y2="${base}"/>
${[...groupedBy(monitors, ({ days }) => Math.round(x(days) / dot.step) * dot.step)].map(([place, there]) => stack(there, place, base, thresholds))}
`;
}

/** The dots at one place, above each other. */
function stack(
  monitors: ExpiryLane["monitors"],
  x: number,
  base: number,
  thresholds: readonly number[],
): Markup {
  const isMany = monitors.length > maxDots;
  const shown = monitors.slice(0, isMany ? maxDots - 1 : maxDots);
  const marks = shown.map(({ hostname, days }, level) => {
    const tone = toneOf(days, thresholds);
    const when = days < 0 ? `expired ${counted(-days, "day")} ago` : `expires in ${counted(days, "day")}`;
    return html`<path class="bar ${tone}" transform="translate(${round(x)} ${round(base - 8 - level * dot.step)})" d="${path(tone)}"><title>${hostname}: ${when}</title></path>`;
  });
  const number =
    isMany &&
    html`<text class="detail" x="${round(x)}" y="${round(base - 4 - shown.length * dot.step)}" text-anchor="middle">+${grouped(monitors.length - shown.length)}</text>`;
  return html`${marks}${number}`;
}

/** Action: expired, or the last alert was sent. Attention: an alert was sent. */
function toneOf(days: number, thresholds: readonly number[]): Tone {
  if (days < 0 || days <= (thresholds.at(-1) ?? -1)) return "action";
  return days <= (thresholds[0] ?? -1) ? "attention" : "fine";
}

function legendSymbol(tone: Tone): Markup {
  return html`<svg class="key" viewBox="-8 -8 16 16" aria-hidden="true"><path class="bar ${tone}" d="${path(tone)}"/></svg>`;
}

function path(tone: Tone): string {
  return symbol(shapes[tone], dot.size)() ?? "";
}

function titleOf(lanes: readonly ExpiryLane[], names: Names): string {
  const words = lanes.map(({ profile, monitors, thresholds }) => {
    const name = profile === null ? "unknown profile" : displayName(profile, names);
    return `${name}: ${counted(monitors.length, "certificate")} within ${plottedDays} days, alerts at ${thresholds.join(", ")} days`;
  });
  return `Certificates by days until they expire. ${words.join(". ")}`;
}

function anchor(days: number): string {
  if (days === 0) return "start";
  return days === plottedDays ? "end" : "middle";
}
