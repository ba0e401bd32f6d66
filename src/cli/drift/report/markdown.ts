import { kinds } from "../../../service/kinds";
import { counted } from "../../counted";
import { printable } from "../../terminal";
import type { Finding, Note, Report } from "./report";
import { changeText, countsText, labelOf, requestsText, words } from "./words";

/** The longest comment that GitHub takes, in characters. */
const longestComment = 65_536;
/** What the end of the report may take of it. */
const longestEnd = 4_000;
const longestNote = 600;
/** Tables of more rows are folded. */
const mostOpenRows = 20;

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
    const [text, count] = kindTable(kinds[kind].plural, rows, left);
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

/** As many rows as fit into that many characters, and how many they are. */
function kindTable(plural: string, rows: readonly string[], room: number): [text: string, count: number] {
  const folds = rows.length > mostOpenRows;
  const [head, foot] = folds
    ? [`<details><summary>${plural} (${rows.length})</summary>\n\n`, "\n\n</details>"]
    : [`#### ${plural}\n\n`, ""];
  const begin = `${head}| | object | SID | difference |\n| --- | --- | --- | --- |`;
  const fitting: string[] = [];
  let left = room - begin.length - foot.length - 2;
  for (const row of rows) {
    left -= row.length + 1;
    if (left < 0) break;
    fitting.push(row);
  }
  return fitting.length === 0 ? ["", 0] : [`${[begin, ...fitting].join("\n")}${foot}`, fitting.length];
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

/**
 * A text as code. GitHub mentions nobody and links nothing within it, and all that could end it or mean something in
 * Markdown is written as an entity, which a code span between backticks would not allow.
 */
function code(text: string): string {
  return text === "" ? "" : `<code>${entities(text)}</code>`;
}

/** A text of which nothing means anything in Markdown, and which mentions nobody and refers to no issue. */
function quiet(text: string): string {
  return entities(text).replace(/&#(?:64|35);/g, "$&&#8203;");
}

/** Every mark that Markdown or HTML may act on as an entity, which is text to both. */
function entities(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}\p{M} .,;/=→−+…-]/gu, (mark) => `&#${mark.codePointAt(0)};`)
    .replace(/www\./gi, (start) => `${start.slice(0, 3)}&#46;`)
    .replace(/^([-+=])/, (mark) => `&#${mark.charCodeAt(0)};`);
}
