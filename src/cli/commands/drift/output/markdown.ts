import { kinds } from "../../../../service/kinds";
import type { Finding } from "../../../comparison/finding";
import { code, entities, foldingTable, longestComment, quiet } from "../../../output/markdown";
import type { Note } from "../../../output/note";
import { printable } from "../../../output/terminal";
import { changeText, labelOf } from "../../../output/values";
import { counted } from "../../../output/words";
import type { Report } from "../report";
import { countsText, requestsText, words } from "./words";

/** What the end of the report may take of it. */
const longestEnd = 4_000;
const longestNote = 600;
const columns = ["", "object", "SID", "difference"];

/** The report as a comment on a pull request, in GitHub's Markdown; what does not fit is left out, and that is told. */
export function markdown(report: Report): string {
  const { counts, findings } = report;
  const found = findings.length;
  const heading = found === 0 ? "No drift" : `Drift: ${countsText(counts)}`;
  // The mark lets a pipeline find its comment of the last run and replace it.
  const parts = ["<!-- rblmonitor drift -->", `### ${heading}`, comparedText(report)];
  let left = longestComment - longestEnd - parts.join("\n\n").length;
  let shown = 0;
  for (const kind of report.kinds) {
    const rows = findings.filter((finding) => finding.kind === kind).map((one) => row(one, report.names));
    const [text, count] = foldingTable({ title: kinds[kind].plural, columns, rows }, left);
    if (count > 0) parts.push(text);
    left -= text.length + 2;
    shown += count;
  }
  if (shown < found) {
    parts.push(
      `**${found - shown} of ${found} findings are left out** here, since a comment can be no longer. \`rblmonitor drift --format json\` has all of them.`,
    );
  }
  return `${[...parts, ...notesList(report.notes)].join("\n\n")}\n`;
}

function comparedText({ counts, requests }: Report): string {
  const { declared, ignored } = counts;
  return `${counted(declared, "declared object")} compared with the account; ${counted(ignored, "finding")} ignored; ${requestsText(requests)}.`;
}

function row(finding: Finding, names: Report["names"]): string {
  const object = finding.type === "undeclared" ? labelOf(finding) : printable(finding.address);
  return `| ${words[finding.type]} | ${code(object)} | ${code(finding.id)} | ${differences(finding, names)} |`;
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

function notesList(notes: readonly Note[]): string[] {
  let left = longestEnd - 500;
  const lines = notes.map(({ text, address }) => {
    const words = printable(text.replace(/\s*\n\s*/g, " "));
    const whole = address === undefined ? words : `${printable(address)}: ${words}`;
    return `- ${quiet(whole.length > longestNote ? `${whole.slice(0, longestNote)}…` : whole)}`;
  });
  const fitting = lines.filter((line) => {
    left -= line.length + 1;
    return left >= 0;
  });
  const more = lines.length - fitting.length;
  if (lines.length === 0) return [];
  return [[...fitting, ...(more > 0 ? [`- ${more} more notes are left out.`] : [])].join("\n")];
}
