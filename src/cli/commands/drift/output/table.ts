import { kinds } from "../../../../service/kinds";
import type { Finding } from "../../../comparison/finding";
import { type Paint, padded, printable, type Style, widthOf } from "../../../output/terminal";
import { changeText, labelOf } from "../../../output/values";
import { counted, sentenceCase } from "../../../output/words";
import type { Report } from "../report";
import { requestsText, titleOf, words } from "./words";

const styles: Readonly<Record<Finding["type"], Style>> = {
  changed: "yellow",
  gone: "red",
  undeclared: "green",
};

/** The report for people: a table for each kind, notes, one line that sums it up, and what to do next. */
export function table(report: Report, paint: Paint): string {
  const sections = [...report.kinds.flatMap((kind) => kindTable(report, kind, paint)), ...notes(report)];
  return [...sections, summary(report, paint), ...nextSteps(report)].map((text) => `${text}\n`).join("\n");
}

function kindTable({ findings, names }: Report, kind: Finding["kind"], paint: Paint): string[] {
  const found = findings.filter((finding) => finding.kind === kind);
  if (found.length === 0) return [];
  const titles = found.map((finding) =>
    finding.type === "undeclared" ? labelOf(finding) : titleOf(finding),
  );
  const width = Math.min(60, Math.max(...titles.map(widthOf)));
  const rows = found.flatMap((finding, index) => {
    const { type, id } = finding;
    const title = padded(titles[index] ?? "", width);
    const row = `  ${paint(styles[type], padded(words[type], 10))}  ${title}  ${paint("dim", id)}`;
    return [row, ...changes(finding, names)];
  });
  return [[paint("bold", kinds[kind].plural), ...rows].join("\n")];
}

function changes(finding: Finding, names: Report["names"]): string[] {
  if (finding.type !== "changed") return [];
  const width = Math.max(...finding.attributes.map(({ name }) => name.length));
  return finding.attributes.map(
    (attribute) => `              ${attribute.name.padEnd(width)}  ${changeText(attribute, names)}`,
  );
}

function notes({ notes }: Report): string[] {
  if (notes.length === 0) return [];
  const lines = notes.map(
    ({ text, address }) =>
      `  ${address === undefined ? "" : `${printable(address)}: `}${printableLines(text)}`,
  );
  return [["Notes", ...lines].join("\n")];
}

/** The text, of which paragraphs follow each other in one line. */
function printableLines(text: string): string {
  return printable(text.replace(/\s*\n\s*/g, " "));
}

function summary({ counts, requests }: Report, paint: Paint): string {
  const { declared, changed, gone, undeclared, ignored, ignored_attributes } = counts;
  const found = changed + gone + undeclared;
  const attributes = ignored_attributes === 0 ? "" : ` (and ${counted(ignored_attributes, "attribute")})`;
  const text = `${declared} declared: ${changed} changed, ${gone} gone; ${undeclared} undeclared; ${ignored} ignored${attributes}.`;
  return `${paint(found === 0 ? "green" : "bold", text)} ${sentenceCase(requestsText(requests))}.`;
}

function nextSteps({ counts }: Report): string[] {
  const { changed, gone, undeclared } = counts;
  const steps = [
    ...(changed + gone > 0 ? ["To see what would put back what is changed or gone: terraform plan"] : []),
    ...(undeclared > 0 ? ["To take over what is undeclared as code: rblmonitor adopt"] : []),
  ];
  return steps.length === 0 ? [] : [steps.join("\n")];
}
