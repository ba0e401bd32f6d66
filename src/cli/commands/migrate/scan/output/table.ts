import { section, sections } from "../../../../output/sections";
import { type Paint, padded, printable } from "../../../../output/terminal";
import type { Scan } from "../read-report";
import type { MergedFinding } from "../report";
import { byFile, foundText, linesText, parameterTexts, summaryText } from "./words";

/** The scan for people at a terminal. */
export function table(scan: Scan, paint: Paint): string {
  const files = [...byFile(scan)].flatMap(([file, findings]) =>
    section(
      paint("bold", printable(file)),
      findings.flatMap((finding) => rows(finding, paint)),
    ),
  );
  const skipped = scan.skipped.map(({ file, reason }) => `  ${printable(file)}: ${printable(reason)}`);
  const summary = paint(scan.findings.length === 0 ? "green" : "bold", summaryText(scan));
  return sections([...files, ...section("Not read", skipped), summary]);
}

function rows(finding: MergedFinding, paint: Paint): string[] {
  const indent = " ".repeat(12);
  const mark = finding.breaks ? paint("red", "change") : paint("yellow", "look  ");
  return [
    `  ${mark}  ${padded(linesText(finding), 6)}  ${foundText(finding)}`,
    `${indent}→ ${finding.replacement}`,
    ...parameterTexts(finding).map((text) => `${indent}  ${paint("dim", text)}`),
  ];
}
