import { groupedBy } from "../../../../service/groups";
import { code, comment, entities, inertText, list, rowsOf } from "../../../output/markdown";
import { type Paint, padded, printable } from "../../../output/terminal";
import { counted, grouped, section, sections } from "../../../output/text";
import { mustChange, type Scan } from "./read-report";
import type { MergedFinding } from "./report";

/** The scan for people at a terminal. */
export function table(scan: Scan, paint: Paint): string {
  const files = [...groupedBy(scan.findings, ({ file }) => file)].flatMap(([file, findings]) =>
    section(
      paint("bold", printable(file)),
      findings.flatMap((finding) => rows(finding, paint)),
    ),
  );
  const skipped = scan.skipped.map(({ file, reason }) => `  ${printable(file)}: ${printable(reason)}`);
  const unclear = scan.not_understood.map((file) => `  ${printable(file)}`);
  const isClean = scan.findings.length === 0 && unclear.length === 0;
  const summary = paint(isClean ? "green" : "bold", summaryText(scan));
  return sections([...files, ...section(notUnderstood, unclear), ...section("Not read", skipped), summary]);
}

/** Whoever reads this looks at the file: none of its calls is in the report. */
const notUnderstood = "These files use the service, and no call was understood";

/** Whether a finding must change, and how sure it is that it is of version 3.0. */
function markOf(finding: MergedFinding): string {
  if (!mustChange(finding)) return "look";
  return finding.grade === "certain" ? "change" : "likely";
}

function rows(finding: MergedFinding, paint: Paint): string[] {
  const indent = " ".repeat(12);
  const mark = markOf(finding);
  return [
    `  ${paint(mark === "look" ? "yellow" : "red", mark.padEnd(6))}  ${padded(linesText(finding), 6)}  ${foundText(finding)}`,
    `${indent}→ ${finding.replacement}`,
    ...parameterTexts(finding).map((text) => `${indent}  ${paint("dim", text)}`),
  ];
}

/** Maximum length of the end of the report, and of its list of files. */
const longestEnd = 4_000;
const longestUnread = 3_800;
const columns = ["", "line", "version 3.0", "version 4.0"];

/** The scan as a comment on a pull request; rows that do not fit are counted. */
export function markdown(scan: Scan): string {
  return comment({
    begin: [
      "<!-- rblmonitor migrate --scan -->",
      "### Remaining uses of version 3.0",
      inertText(summaryText(scan)),
    ],
    tables: [...groupedBy(scan.findings, ({ file }) => file)].map(([file, findings]) => ({
      title: code(printable(file)),
      columns,
      rows: rowsOf(findings.map(tableRow), "findings"),
    })),
    end: unreadList(scan),
    kept: longestEnd,
    leftOut: (hidden, all) =>
      `**${hidden} of ${all} findings are left out** here. \`rblmonitor migrate --scan … --format json\` has all of them.`,
  });
}

function tableRow(finding: MergedFinding): string {
  const texts = [finding.replacement, ...parameterTexts(finding)].map(entities);
  const mark = markOf(finding);
  return `| ${mark === "look" ? mark : `**${mark}**`} | ${linesText(finding)} | ${code(foundText(finding))} | ${texts.join("<br>")} |`;
}

function unreadList({ not_understood, skipped }: Scan): string[] {
  const name = (file: string) => code(printable(file).slice(0, 200));
  const unclear = not_understood.map((file) => `${name(file)} uses the service, and no call was understood.`);
  const unread = skipped.map(
    ({ file, reason }) => `${name(file)} was not read: ${inertText(printable(reason).slice(0, 200))}`,
  );
  return list([...unclear, ...unread], longestUnread, "files");
}

/** The lines of a finding: `12, 40 and 3 more`. */
function linesText({ count, lines }: MergedFinding): string {
  const more = count - lines.length;
  return `${lines.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** The finding: a call with its name, or the text itself. */
function foundText({ found, operation }: MergedFinding): string {
  return operation === undefined ? found : `${found} (${operation})`;
}

/** What becomes of the parameters of a call, a line each; those that stay as they are in one. */
function parameterTexts({ parameters = [] }: MergedFinding): string[] {
  const stays = parameters.filter(({ replacement }) => replacement === null).map(({ name }) => name);
  return [
    ...parameters.flatMap(({ name, replacement }) =>
      replacement === null ? [] : [`${name} → ${replacement}`],
    ),
    ...(stays.length > 0 ? [`as they are: ${stays.join(", ")}`] : []),
  ];
}

/** The result of a scan in a sentence or two. */
function summaryText({ breaking, files, findings, not_understood }: Scan): string {
  const unclear =
    not_understood.length === 0
      ? ""
      : `${counted(not_understood.length, "file uses", "files use")} the service, and no call was understood. `;
  const read = `${unclear}${counted(files, "file")} read.`;
  if (findings.length === 0)
    return unclear === "" ? `Nothing of version 3.0 found. ${read}` : `No call of version 3.0 found. ${read}`;
  const places = new Set(findings.map(({ file }) => file)).size;
  const rest = findings.length - breaking;
  const parts = [
    ...(breaking > 0 ? [`${grouped(breaking)} to change`] : []),
    ...(rest > 0 ? [`${grouped(rest)} to look at`] : []),
  ];
  return `${counted(findings.length, "finding")} in ${counted(places, "file")}: ${parts.join(", ")}. ${read}`;
}
