import { counted } from "../../../../output/words";
import type { Scan } from "../read-report";
import type { MergedFinding } from "../report";

/** The lines of a finding: `12, 40 and 3 more`. */
export function linesText({ count, lines }: MergedFinding): string {
  const more = count - lines.length;
  return `${lines.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** What was found: a call with its name, or the thing itself. */
export function foundText({ found, operation }: MergedFinding): string {
  return operation === undefined ? found : `${found} (${operation})`;
}

/** What becomes of the parameters of a call, a line each; those that stay as they are in one. */
export function parameterTexts({ parameters = [] }: MergedFinding): string[] {
  const stays = parameters.filter(({ replacement }) => replacement === null).map(({ name }) => name);
  return [
    ...parameters.flatMap(({ name, replacement }) =>
      replacement === null ? [] : [`${name} → ${replacement}`],
    ),
    ...(stays.length > 0 ? [`as they are: ${stays.join(", ")}`] : []),
  ];
}

/** What a scan found in a sentence or two. */
export function summaryText({ breaking, files, findings }: Scan): string {
  const read = `${counted(files, "file")} read.`;
  if (findings.length === 0) return `Nothing of version 3.0 found. ${read}`;
  const places = new Set(findings.map(({ file }) => file)).size;
  const rest = findings.length - breaking;
  const parts = [
    ...(breaking > 0 ? [`${breaking.toLocaleString("en")} to change`] : []),
    ...(rest > 0 ? [`${rest.toLocaleString("en")} to look at`] : []),
  ];
  return `${counted(findings.length, "finding")} in ${counted(places, "file")}: ${parts.join(", ")}. ${read}`;
}

/** The files with findings, each with its own, in order. */
export function byFile({ findings }: Scan): Map<string, MergedFinding[]> {
  const files = new Map<string, MergedFinding[]>();
  for (const finding of findings) files.set(finding.file, [...(files.get(finding.file) ?? []), finding]);
  return files;
}
