import { code, entities, foldingTable, longestComment, quiet } from "../../../output/markdown";
import { printable } from "../../../output/terminal";
import { labelOf } from "../../../output/values";
import type { Review, ReviewedChange, Warning } from "../report";
import {
  attributeText,
  countsText,
  othersText,
  pluralOf,
  refreshText,
  remarksOf,
  spendingText,
  words,
} from "./words";

/** What warnings and notes may take of a comment, each, and one of them. */
const longestList = 12_000;
const longestItem = 900;
/** What a row may take: more than a few attributes with long values are in the JSON report. */
const longestRow = 6_000;
const mostNamed = 10;
const columns = ["", "object", "what changes"];

/** The review as a comment on a pull request, in GitHub's Markdown; what does not fit is left out, and that is told. */
export function markdown(review: Review): string {
  const { changes, drift, warnings, notes } = review;
  const counts = countsText(review);
  const parts = [
    // The mark lets a pipeline find its comment of the last run and replace it.
    "<!-- rblmonitor review -->",
    `### ${counts === "" ? "Monitoring: no changes" : `Monitoring: ${counts}`}`,
    ...(warnings.length === 0 ? [] : [`#### Warnings\n\n${list(warnings.map(warningText), "warnings")}`]),
    costText(review),
  ].filter(Boolean);
  const end =
    notes.length === 0
      ? []
      : [
          list(
            notes.map((note) => quiet(oneLine(note))),
            "notes",
          ),
        ];
  let left = longestComment - 1_000 - [...parts, ...end].join("\n\n").length;
  const add = (title: string, all: readonly ReviewedChange[]): number => {
    const rows = all.map((change) => row(change, review.names));
    const [text, count] = foldingTable({ title, columns, rows }, left);
    if (count > 0) parts.push(text);
    left -= text.length + 2;
    return count;
  };
  let shown = 0;
  for (const type of new Set(changes.map((change) => change.type))) {
    shown += add(
      pluralOf(type),
      changes.filter((change) => change.type === type),
    );
  }
  if (drift.length > 0) shown += add("Changed outside of Terraform", drift);
  const all = changes.length + drift.length;
  if (shown < all) {
    parts.push(
      `**${all - shown} of ${all} changes are left out** here, since a comment can be no longer. \`rblmonitor review --format json\` has all of them.`,
    );
  }
  return `${[...parts, ...end].join("\n\n")}\n`;
}

function costText(review: Review): string {
  const { spending } = review;
  const texts = [
    `**${spendingText(spending)}.**`,
    sentence(refreshText(spending)),
    sentence(othersText(review)),
  ];
  return texts.filter(Boolean).join(" ");
}

function row(change: ReviewedChange, names: Review["names"]): string {
  const { action, address, attributes } = change;
  const label = labelOf(change);
  const object = [code(printable(address)), ...(label === "" ? [] : [code(label)])].join("<br>");
  const told = [
    ...remarksOf(change).map(entities),
    ...attributes.map(
      (one) =>
        `${entities(one.name)}: ${"sensitive" in one ? attributeText(one, names) : code(attributeText(one, names))}`,
    ),
  ];
  const begin = `| ${action === "replace" || action === "destroy" ? `**${words[action]}**` : words[action]} | ${object} | `;
  return `${begin}${fitting(told, longestRow - begin.length)} |`;
}

/** As many lines of a cell as fit. */
function fitting(lines: readonly string[], room: number): string {
  let left = room;
  const shown = lines.filter((line) => {
    left -= line.length + 4;
    return left >= 0;
  });
  const more = lines.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join("<br>");
}

function warningText({ text, addresses }: Warning): string {
  const more = addresses.length - mostNamed;
  const named = addresses.slice(0, mostNamed).map((address) => code(cut(printable(address))));
  return `${[...named, ...(more > 0 ? [`and ${more} more`] : [])].join(", ")}${addresses.length === 0 ? "" : ": "}${quiet(oneLine(text))}`;
}

/** As many items as fit into what a list may take, and how many more there are. */
function list(items: readonly string[], what: string): string {
  let left = longestList;
  const shown = items.filter((item) => {
    left -= item.length + 3;
    return left >= 0;
  });
  const more = items.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more ${what} are left out.`] : [])]
    .map((item) => `- ${item}`)
    .join("\n");
}

function oneLine(text: string): string {
  return cut(printable(text.replace(/\s*\n\s*/g, " ")));
}

function cut(text: string): string {
  return text.length > longestItem ? `${[...text].slice(0, longestItem).join("")}…` : text;
}

function sentence(text: string): string {
  return text && `${text}.`;
}
