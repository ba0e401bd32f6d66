import { capitalized } from "../../../../provider/text";
import { kinds } from "../../../../service/kinds";
import { type Finding, titleOf } from "../../../comparison/finding";
import { type Screen, shellWord } from "../../../output/terminal";
import { attributeLines, counted, notesSection, objectRows, section, sections } from "../../../output/text";
import { changeText } from "../../../output/values";
import type { Report } from "../report";
import { findingLooks, requestsText } from "./texts";

/** The report for people: a table for each kind, notes, one line that sums it up, and what to do next. */
export function table(report: Report, screen: Screen): string {
  const { notes } = report;
  return sections([
    ...report.kinds.flatMap((kind) => kindSection(report, kind, screen)),
    ...notesSection(notes),
    summary(report, screen),
    ...nextSteps(report),
  ]);
}

function kindSection({ findings, names }: Report, kind: Finding["kind"], screen: Screen): string[] {
  const rows = findings
    .filter((finding) => finding.kind === kind)
    .map((finding) => ({
      ...findingLooks[finding.type],
      more: screen.wide ? finding.id : "",
      title: titleOf(finding),
      lines:
        finding.type === "changed"
          ? attributeLines(finding.attributes, (one) => changeText(one, names, screen.wide))
          : [],
    }));
  return section(screen.paint("bold", kinds[kind].plural), objectRows(rows, 10, screen));
}

function summary({ counts, requests }: Report, { paint }: Screen): string {
  const { declared, changed, gone, undeclared, defaults, ignored, ignored_attributes } = counts;
  const found = changed + gone + undeclared;
  const attributes = ignored_attributes === 0 ? "" : ` (and ${counted(ignored_attributes, "attribute")})`;
  const standard = defaults === 0 ? "" : `; ${counted(defaults, "default")} (--defaults reports them)`;
  const text = `${declared} declared: ${changed} changed, ${gone} missing; ${undeclared} unmanaged; ${ignored} ignored${attributes}${standard}.`;
  return `${paint(found === 0 ? "green" : "bold", text)} ${capitalized(requestsText(requests))}.`;
}

function nextSteps({
  counts: { changed, gone, undeclared },
  again = [],
  program = "terraform",
}: Report): string[] {
  const drift = ["rblmonitor drift", ...again.map(shellWord), "--json --output drift.json"].join(" ");
  const steps = [
    ...(changed + gone > 0 ? [`Restore changed and missing objects:\n  ${program} apply`] : []),
    ...(undeclared > 0
      ? [`Import only the unmanaged objects:\n  ${drift}\n  rblmonitor adopt --undeclared drift.json`]
      : []),
  ];
  return steps.length === 0 ? [] : [steps.join("\n")];
}
