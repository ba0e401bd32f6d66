import { kinds } from "../../../../service/kinds";
import type { Finding } from "../../../comparison/finding";
import { code, comment, entities, notesList } from "../../../output/markdown";
import { printable } from "../../../output/terminal";
import { counted } from "../../../output/text";
import { changeText, labelOf } from "../../../output/values";
import type { Report } from "../report";
import { countsText, findingLooks, requestsText } from "./texts";

/** Maximum length of the end of the report, of its notes, and of one note. */
const longestEnd = 4_000;
const longestNotes = 3_500;
const longestNote = 600;
const columns = ["", "object", "SID", "difference"];

/** The report as a comment on a pull request; rows that do not fit are counted. */
export function markdown(report: Report): string {
  const { counts, findings, names } = report;
  const heading = findings.length === 0 ? "No drift" : `Drift: ${countsText(counts)}`;
  return comment({
    begin: ["<!-- rblmonitor drift -->", `### ${heading}`, comparedText(report)],
    tables: report.kinds.map((kind) => ({
      ...{ title: kinds[kind].plural, columns },
      rows: findings
        .filter((finding) => finding.kind === kind)
        .map((one) => ({ text: row(one, names), ...findingLooks[one.type] })),
    })),
    end: notesList(report.notes, longestNotes, longestNote),
    kept: longestEnd,
    leftOut: (hidden, all) =>
      `**${hidden} of ${all} findings are left out**, since comments have a maximum length. \`rblmonitor drift --json\` has all of them.`,
  });
}

function comparedText({ counts, requests }: Report): string {
  const { declared, ignored } = counts;
  return `${counted(declared, "declared object")} compared with the account; ${counted(ignored, "finding")} ignored; ${requestsText(requests)}.`;
}

function row(finding: Finding, names: Report["names"]): string {
  const object = finding.type === "undeclared" ? labelOf(finding) : printable(finding.address);
  return `| ${findingLooks[finding.type].label} | ${code(object)} | ${code(finding.id)} | ${differences(finding, names)} |`;
}

function differences(finding: Finding, names: Report["names"]): string {
  if (finding.type !== "changed") return code(finding.type === "gone" ? labelOf(finding) : "");
  return finding.attributes
    .map(
      (one) =>
        `${entities(one.name)}: ${"sensitive" in one ? changeText(one) : code(changeText(one, names))}`,
    )
    .join("<br>");
}
