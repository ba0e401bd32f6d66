import { kinds } from "../../../../../service/kinds";
import { code, entities, foldingTable, longestComment, quiet } from "../../../../output/markdown";
import { printable } from "../../../../output/terminal";
import { changeText } from "../../../../output/values";
import type { MigrationReport } from "../report";
import {
  availableTexts,
  causeText,
  countTexts,
  differenceText,
  nameOf,
  requestsText,
  verdictText,
} from "./words";

/** What the end of the report may take of it. */
const longestEnd = 6_000;
const longestNote = 600;
const columns = ["", "object", "SID", "difference"];

/** The report in GitHub's Markdown, short enough for a comment; what does not fit is left out, and that is told. */
export function markdown(report: MigrationReport): string {
  const { notes, plans_empty: isEmpty } = report;
  const parts = [
    "<!-- rblmonitor migrate -->",
    `### ${isEmpty ? "Nothing stands in the way of version 4.0" : "What stands in the way of version 4.0"}`,
    `**${quiet(verdictText(report))}** ${quiet(requestsText(report))}`,
    `Compared: ${entities(countTexts(report).join(", "))}.`,
  ];
  let left = longestComment - longestEnd - parts.join("\n\n").length;
  let hidden = 0;
  for (const [title, rows] of tables(report)) {
    const [text, count] = foldingTable({ title, columns, rows }, left);
    if (count > 0) parts.push(text);
    left -= text.length + 2;
    hidden += rows.length - count;
  }
  if (hidden > 0) {
    parts.push(`**${hidden} rows are left out** here. \`rblmonitor migrate --format json\` has all of them.`);
  }
  const available = availableTexts(report).map(entities);
  if (available.length > 0) parts.push(`Becomes available: ${available.join(", ")}.`);
  if (notes.length > 0) parts.push(notesList(notes));
  return `${parts.join("\n\n")}\n`;
}

function tables({ differences, only, state_differences: held }: MigrationReport): [string, string[]][] {
  const row = (...cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    [
      "Told differently",
      differences.map((one) =>
        row(
          kinds[one.kind].title,
          code(nameOf(one)),
          code(one.id),
          `${code(differenceText(one))}<br>${entities(one.reason)}`,
        ),
      ),
    ],
    [
      "Shown by one interface alone",
      only.map((one) => row(`version ${one.through}`, code(nameOf(one)), code(one.id), entities(one.reason))),
    ],
    [
      "Not as the states have it",
      held.map((one) => {
        const attributes = one.attributes.map((each) => code(`${each.name}: ${changeText(each)}`));
        const texts = [entities(causeText(one)), ...attributes];
        return row(one.type, code(printable(one.address)), code(one.id), texts.join("<br>"));
      }),
    ],
  ];
}

function notesList(notes: MigrationReport["notes"]): string {
  let left = longestEnd - 2_000;
  const lines = notes.map(({ address, text }) => {
    const words = printable(
      `${address === undefined ? "" : `${address}: `}${text.replace(/\s*\n\s*/g, " ")}`,
    );
    return `- ${quiet(words.length > longestNote ? `${words.slice(0, longestNote)}…` : words)}`;
  });
  const fitting = lines.filter((line) => {
    left -= line.length + 1;
    return left >= 0;
  });
  const more = lines.length - fitting.length;
  return [...fitting, ...(more > 0 ? [`- ${more} more notes are left out.`] : [])].join("\n");
}
