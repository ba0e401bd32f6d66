import { type Paint, padded, printable } from "../../../../output/terminal";
import type { Scan } from "../read-report";
import type { MergedFinding } from "../report";
import { byFile, foundText, linesText, parameterTexts, summaryText } from "./words";

/** The scan for people at a terminal. */
export function table(scan: Scan, paint: Paint): string {
  const sections = [...byFile(scan)].map(([file, findings]) =>
    [paint("bold", printable(file)), ...findings.flatMap((finding) => rows(finding, paint))].join("\n"),
  );
  const skipped = scan.skipped.map(({ file, reason }) => `  ${printable(file)}: ${printable(reason)}`);
  const notRead = skipped.length === 0 ? [] : [["Not read", ...skipped].join("\n")];
  const summary = paint(scan.findings.length === 0 ? "green" : "bold", summaryText(scan));
  return [...sections, ...notRead, summary].map((text) => `${text}\n`).join("\n");
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
