import { groupedBy } from "../../../../service/groups";
import { type Paint, padded, printable } from "../../../output/terminal";
import { counted, countedIfAny, section, sections } from "../../../output/text";
import type { Finding } from "./findings";
import { mustChange, type Scan } from "./scan";

const blindSpots = "A scan cannot see paths from a database or an argument, nor packages elsewhere.";

/** The scan for people at a terminal. */
export function table(scan: Scan, paint: Paint): string {
  const files = [...groupedBy(scan.findings, ({ file }) => file)].flatMap(([file, findings]) =>
    section(
      paint("bold", printable(file)),
      findings.flatMap((finding) => findingLines(finding, paint)),
    ),
  );
  const skipped = scan.skipped.map(({ file, reason }) => `  ${printable(file)}: ${printable(reason)}`);
  const unclear = scan.not_understood.map((file) => `  ${printable(file)}`);
  return sections([
    ...files,
    ...section("These files use the service, and no call was understood", unclear),
    ...section("Not read, or not to the end", skipped),
    paint(scan.findings.length + unclear.length === 0 ? "green" : "bold", summaryText(scan)),
  ]);
}

/** Whether a finding must change, its lines, the call with its name, and what becomes of it and its parameters. */
function findingLines(finding: Finding, paint: Paint): string[] {
  const { count, grade, lines, operation, parameters = [], replacement } = finding;
  const mark = mustChange(finding) ? (grade === "certain" ? "change" : "likely") : "look";
  const more = count > lines.length ? ` and ${count - lines.length} more` : "";
  const found = operation === undefined ? finding.found : `${finding.found} (${operation})`;
  const kept = parameters.filter((each) => each.replacement === null).map(({ name }) => name);
  const changed = parameters.filter((each) => each.replacement !== null);
  const others = [
    ...changed.map(({ name, replacement: now }) => `${name} → ${now}`),
    ...(kept.length > 0 ? [`as they are: ${kept.join(", ")}`] : []),
  ];
  return [
    `  ${paint(mark === "look" ? "yellow" : "red", mark.padEnd(6))}  ${padded(lines.join(", ") + more, 6)}  ${found}`,
    `            → ${replacement}`,
    ...others.map((text) => `              ${paint("dim", text)}`),
  ];
}

function summaryText({ breaking, files, findings, not_understood }: Scan): string {
  const uses = counted(not_understood.length, "file uses", "files use");
  const unclear = not_understood.length === 0 ? "" : `${uses} the service, and no call was understood. `;
  const read = `${unclear}${counted(files, "file")} read.`;
  if (findings.length === 0)
    return `${unclear === "" ? "Nothing" : "No call"} of version 3.0 found. ${read} ${blindSpots}`;
  const places = counted(new Set(findings.map(({ file }) => file)).size, "file");
  const look = findings.length - breaking;
  const parts = countedIfAny([breaking, "to change", "to change"], [look, "to look at", "to look at"]);
  return `${counted(findings.length, "finding")} in ${places}: ${parts.join(", ")}. ${read} Version 4.0 needs PUT and DELETE, and may answer 429 with Retry-After.`;
}
