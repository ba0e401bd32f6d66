import { groupedBy } from "../../../../service/groups";
import { code, comment, entities, inertText, list, maxComment, rowsOf } from "../../../output/markdown";
import { type Paint, padded, printable } from "../../../output/terminal";
import { counted, countedIfAny, section, sections } from "../../../output/text";
import type { Finding } from "./findings";
import { mustChange, type Scan } from "./scan";

const blindSpots = "A scan cannot see paths from a database or an argument, nor packages elsewhere.";
const needs = "Version 4.0 needs PUT and DELETE, and may answer 429 with Retry-After.";

/** The scan for people at a terminal. */
export function table(scan: Scan, paint: Paint): string {
  const files = [...groupedBy(scan.findings, ({ file }) => file)].flatMap(([file, findings]) => {
    const rows = findings
      .map(textsOf)
      .flatMap(({ mark, lines, found, changes: [replacement, ...others] }) => [
        `  ${paint(mark === "look" ? "yellow" : "red", mark.padEnd(6))}  ${padded(lines, 6)}  ${found}`,
        `            → ${replacement}`,
        ...others.map((text) => `              ${paint("dim", text)}`),
      ]);
    return section(paint("bold", printable(file)), rows);
  });
  const skipped = scan.skipped.map(({ file, reason }) => `  ${printable(file)}: ${printable(reason)}`);
  const unclear = scan.not_understood.map((file) => `  ${printable(file)}`);
  const isClean = scan.findings.length === 0 && unclear.length === 0;
  return sections([
    ...files,
    ...section("These files use the service, and no call was understood", unclear),
    ...section("Not read, or not to the end", skipped),
    paint(isClean ? "green" : "bold", summaryText(scan)),
  ]);
}

/** The scan as a comment on a pull request; rows that do not fit are counted. */
export function markdown(scan: Scan): string {
  const name = (file: string) => code(printable(file).slice(0, 200));
  const unclear = scan.not_understood.map(
    (file) => `${name(file)} uses the service: no call was understood.`,
  );
  const skipped = scan.skipped.map(({ file, reason }) => {
    return `${name(file)} was not read, or not to the end: ${inertText(printable(reason).slice(0, 200))}`;
  });
  return comment({
    begin: ["<!-- rblmonitor migrate --scan -->", "### Uses of version 3.0", inertText(summaryText(scan))],
    tables: [...groupedBy(scan.findings, ({ file }) => file)].map(([file, findings]) => {
      const rows = findings.map(textsOf).map(({ mark, lines, found, changes }) => {
        const strong = mark === "look" ? mark : `**${mark}**`;
        return `| ${strong} | ${lines} | ${code(found)} | ${changes.map(entities).join("<br>")} |`;
      });
      const columns = ["", "line", "version 3.0", "version 4.0"];
      return { title: code(printable(file)), columns, rows: rowsOf(rows, "findings") };
    }),
    end: list([...unclear, ...skipped], 3_800, "files"),
    kept: 4_000,
    leftOut: (hidden, all) =>
      `**${hidden} of ${all} findings are left out** here. \`rblmonitor migrate --scan … --format json\` has all of them.`,
    maxLength: maxComment,
  });
}

/** A finding in words: whether it must change, its lines, the call with its name, and what becomes of it and its parameters. */
function textsOf(finding: Finding) {
  const { count, grade, lines, operation, parameters = [], replacement } = finding;
  const more = count > lines.length ? ` and ${count - lines.length} more` : "";
  const kept = parameters.filter((each) => each.replacement === null).map(({ name }) => name);
  const changed = parameters.filter((each) => each.replacement !== null);
  return {
    mark: mustChange(finding) ? (grade === "certain" ? "change" : "likely") : "look",
    lines: lines.join(", ") + more,
    found: operation === undefined ? finding.found : `${finding.found} (${operation})`,
    changes: [
      replacement,
      ...changed.map(({ name, replacement: now }) => `${name} → ${now}`),
      ...(kept.length > 0 ? [`as they are: ${kept.join(", ")}`] : []),
    ],
  };
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
  return `${counted(findings.length, "finding")} in ${places}: ${parts.join(", ")}. ${read} ${needs}`;
}
