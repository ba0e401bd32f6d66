import { code, comment, entities, inertText, list, notesList, warningBox } from "../../../output/markdown";
import { printable } from "../../../output/terminal";
import { counted, firstOf, oneLine, shortened } from "../../../output/text";
import { labelOf } from "../../../output/values";
import { actionLooks, type Review, type ReviewedChange, type Warning } from "../report";
import {
  applyCostText,
  attributeText,
  byType,
  countsText,
  othersText,
  pluralOf,
  refreshText,
  remarksOf,
  titleOf,
} from "./texts";

/** Maximum length of all warnings or notes in a comment, and of one. */
const longestList = 12_000;
const longestItem = 900;
/** Maximum length of a row. The JSON report has all attributes. */
const longestRow = 6_000;
const mostNamed = 10;
const columns = ["", "object", "what changes"];

/** The review as a comment on a pull request; rows that do not fit are counted. */
export function markdown(review: Review): string {
  const { changes, drift, names } = review;
  const counts = countsText(review);
  const warnings = list(review.warnings.map(warningText), longestList, "warnings");
  const destroyed = changes.filter(({ action }) => action === "destroy");
  const others = changes.filter(({ action }) => action !== "destroy");
  const end = notesList(
    review.notes.map((text) => ({ text })),
    longestList,
    longestItem,
  );
  const tableOf = (title: string, some: readonly ReviewedChange[]) => ({
    ...{ title, columns },
    rows: some.map((change) => ({ text: row(change, names), ...actionLooks[change.action] })),
  });
  return comment({
    begin: [
      "<!-- rblmonitor review -->",
      `### ${counts === "" ? "Monitoring: no changes" : `Monitoring: ${counts}`}`,
      ...warnings.map((text) => warningBox(text.split("\n"))),
      costText(review),
    ],
    tables: [
      { ...tableOf(destroyedText(destroyed), destroyed), folds: true },
      ...[...byType(others)].map(([type, some]) => tableOf(pluralOf(type), some)),
      tableOf("Changed outside of Terraform", drift),
    ],
    end,
    kept: 1_000 + end.join("").length + (end.length === 0 ? 0 : 2),
    leftOut: (hidden, all) =>
      `**${hidden} of ${all} changes are left out**, since comments have a maximum length. \`rblmonitor review --json\` has all of them.`,
  });
}

/** `12 destroyed: 10 hosts, 2 contacts`, above the list of them. */
function destroyedText(destroyed: readonly ReviewedChange[]): string {
  const counts = [...byType(destroyed)].map(([type, { length }]) =>
    counted(length, titleOf(type), pluralOf(type)),
  );
  return `destroyed: ${counts.join(", ")}`;
}

function costText(review: Review): string {
  const { cost } = review;
  const texts = [`**${applyCostText(cost)}.**`, sentence(refreshText(cost)), sentence(othersText(review))];
  return texts.filter(Boolean).join(" ");
}

function row(change: ReviewedChange, names: Review["names"]): string {
  const { action, address, attributes } = change;
  const label = labelOf(change);
  const object = [code(printable(address)), ...(label === "" ? [] : [code(label)])].join("<br>");
  const reported = [
    ...remarksOf(change).map(entities),
    ...attributes.map(
      (one) =>
        `${entities(one.name)}: ${"sensitive" in one ? attributeText(one, names) : code(attributeText(one, names))}`,
    ),
  ];
  const { label: word } = actionLooks[action];
  const begin = `| ${action === "replace" || action === "destroy" ? `**${word}**` : word} | ${object} | `;
  return `${begin}${fitting(reported, longestRow - begin.length)} |`;
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
  const named = addresses.map((address) => code(shortened(printable(address), longestItem)));
  const about = named.length === 0 ? "" : `${firstOf(named, mostNamed).join(", ")}: `;
  return `${about}${inertText(shortened(oneLine(text), longestItem))}`;
}

function sentence(text: string): string {
  return text && `${text}.`;
}
