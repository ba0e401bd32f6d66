import { kinds } from "../../../../service/kinds";
import { type Finding, titleOf } from "../../../comparison/finding";
import type { Paint, Style } from "../../../output/terminal";
import {
  attributeLines,
  counted,
  notesSection,
  objectRows,
  section,
  sections,
  sentenceCase,
} from "../../../output/text";
import { changeText, labelOf } from "../../../output/values";
import type { Report } from "../report";
import { requestsText, words } from "./words";

const styles: Readonly<Record<Finding["type"], Style>> = {
  changed: "yellow",
  gone: "red",
  undeclared: "green",
};

/** The report for people: a table for each kind, notes, one line that sums it up, and what to do next. */
export function table(report: Report, paint: Paint): string {
  const { counts, notes } = report;
  return sections([
    ...report.kinds.flatMap((kind) => kindSection(report, kind, paint)),
    ...notesSection(notes),
    summary(report, paint),
    ...nextSteps(counts),
  ]);
}

function kindSection({ findings, names }: Report, kind: Finding["kind"], paint: Paint): string[] {
  const rows = findings
    .filter((finding) => finding.kind === kind)
    .map((finding) => ({
      ...{ style: styles[finding.type], word: words[finding.type], more: finding.id },
      title: finding.type === "undeclared" ? labelOf(finding) : titleOf(finding),
      lines:
        finding.type === "changed" ? attributeLines(finding.attributes, (one) => changeText(one, names)) : [],
    }));
  return section(paint("bold", kinds[kind].plural), objectRows(rows, 10, paint));
}

function summary({ counts, requests }: Report, paint: Paint): string {
  const { declared, changed, gone, undeclared, ignored, ignored_attributes } = counts;
  const found = changed + gone + undeclared;
  const attributes = ignored_attributes === 0 ? "" : ` (and ${counted(ignored_attributes, "attribute")})`;
  const text = `${declared} declared: ${changed} changed, ${gone} gone; ${undeclared} undeclared; ${ignored} ignored${attributes}.`;
  return `${paint(found === 0 ? "green" : "bold", text)} ${sentenceCase(requestsText(requests))}.`;
}

function nextSteps({ changed, gone, undeclared }: Report["counts"]): string[] {
  const steps = [
    ...(changed + gone > 0 ? ["To see what would put back what is changed or gone: terraform plan"] : []),
    ...(undeclared > 0 ? ["To take over what is undeclared as code: rblmonitor adopt"] : []),
  ];
  return steps.length === 0 ? [] : [steps.join("\n")];
}
