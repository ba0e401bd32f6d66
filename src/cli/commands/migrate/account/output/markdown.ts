import { kinds } from "../../../../../service/kinds";
import { code, comment, entities, inertText, notesList, rowsOf } from "../../../../output/markdown";
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
} from "./texts";

/** Maximum length of the end of the report, of its notes, and of one note. */
const longestEnd = 6_000;
const longestNotes = 4_000;
const longestNote = 600;
const columns = ["", "object", "SID", "difference"];

/** The report as a comment on a pull request; rows that do not fit are counted. */
export function markdown(report: MigrationReport): string {
  const available = availableTexts(report).map(entities);
  return comment({
    begin: [
      "<!-- rblmonitor migrate -->",
      `### ${report.plans_empty ? "Nothing blocks version 4.0" : "Changes needed for version 4.0"}`,
      `**${inertText(verdictText(report))}** ${inertText(requestsText(report))}`,
      `Compared: ${entities(countTexts(report).join(", "))}.`,
    ],
    tables: tables(report).map(([title, rows]) => ({ title, columns, rows: rowsOf(rows, "rows") })),
    end: [
      ...(available.length > 0 ? [`Becomes available: ${available.join(", ")}.`] : []),
      ...notesList(report.notes, longestNotes, longestNote),
    ],
    kept: longestEnd,
    leftOut: (hidden) =>
      `**${hidden} rows are left out** here. \`rblmonitor migrate --format json\` has all of them.`,
  });
}

function tables({ differences, only, state_differences: held }: MigrationReport): [string, string[]][] {
  const row = (...cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    [
      "Different values",
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
      "Returned by one version only",
      only.map((one) => row(`version ${one.through}`, code(nameOf(one)), code(one.id), entities(one.reason))),
    ],
    [
      "Different from the states",
      held.map((one) => {
        const attributes = one.attributes.map((each) => code(`${each.name}: ${changeText(each)}`));
        const texts = [entities(causeText(one)), ...attributes];
        return row(one.type, code(printable(one.address)), code(one.id), texts.join("<br>"));
      }),
    ],
  ];
}
