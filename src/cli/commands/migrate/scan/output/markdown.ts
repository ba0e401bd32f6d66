import { code, comment, entities, quiet } from "../../../../output/markdown";
import { printable } from "../../../../output/terminal";
import type { Scan } from "../read-report";
import type { MergedFinding } from "../report";
import { byFile, foundText, linesText, parameterTexts, summaryText } from "./words";

/** What the end of the report may take of it. */
const longestEnd = 4_000;
const mostSkipped = 10;
const columns = ["", "line", "version 3.0", "version 4.0"];

/** The scan as a comment on a pull request; what does not fit is left out, and that is told. */
export function markdown(scan: Scan): string {
  return comment({
    begin: [
      "<!-- rblmonitor migrate --scan -->",
      "### What is left of version 3.0",
      quiet(summaryText(scan)),
    ],
    tables: [...byFile(scan)].map(([file, findings]) => ({
      title: code(printable(file)),
      columns,
      rows: findings.map(row),
    })),
    end: skippedList(scan),
    kept: longestEnd,
    leftOut: (hidden, all) =>
      `**${hidden} of ${all} findings are left out** here. \`rblmonitor migrate --scan … --format json\` has all of them.`,
  });
}

function row(finding: MergedFinding): string {
  const texts = [finding.replacement, ...parameterTexts(finding)].map(entities);
  return `| ${finding.breaks ? "**change**" : "look"} | ${linesText(finding)} | ${code(foundText(finding))} | ${texts.join("<br>")} |`;
}

function skippedList({ skipped }: Scan): string[] {
  if (skipped.length === 0) return [];
  const lines = skipped
    .slice(0, mostSkipped)
    .map(
      ({ file, reason }) =>
        `- ${code(printable(file).slice(0, 200))} was not read: ${quiet(printable(reason).slice(0, 200))}`,
    );
  const more = skipped.length - lines.length;
  return [[...lines, ...(more > 0 ? [`- ${more} more files were not read.`] : [])].join("\n")];
}
