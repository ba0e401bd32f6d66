import { capitalized } from "../../../../provider/text";
import { kinds } from "../../../../service/kinds";
import { type Finding, titleOf } from "../../../comparison/finding";
import { attributeCell, code, comment } from "../../../output/markdown";
import { printable, type Screen, type Style, shellWord } from "../../../output/terminal";
import {
  attributeLines,
  counted,
  grouped,
  notesSection,
  objectRows,
  section,
  sections,
} from "../../../output/text";
import { changeText, labelOf, type Names } from "../../../output/values";
import type { Report } from "../drift";

/** How reports show each type of finding. If a comment is too long, findings of low rank stay: they need action. */
export const findingLooks: Readonly<
  Record<Finding["type"], { readonly label: string; readonly style: Style; readonly rank: number }>
> = {
  changed: { label: "changed", style: "yellow", rank: 1 },
  gone: { label: "missing", style: "red", rank: 0 },
  repeated: { label: "repeated", style: "red", rank: 0 },
  undeclared: { label: "unmanaged", style: "green", rank: 2 },
};

/** A finding as a complete sentence. */
export function sentenceOf(finding: Finding, names: Names): string {
  const { title } = kinds[finding.kind];
  if (finding.type === "gone")
    return `${titleOf(finding)} (${finding.id}) is missing: the state has it, and the account does not.`;
  if (finding.type === "repeated")
    return `${finding.id} is declared more than once: ${finding.places.map(printable).join(", ")}. Each of them changes it, and destroying one deletes it.`;
  if (finding.type === "undeclared") {
    const label = labelOf(finding);
    return `The ${title} ${finding.id}${label && ` (${label})`} is in the account, and in no state.`;
  }
  const changes = finding.attributes.map((attribute) => `${attribute.name}: ${changeText(attribute, names)}`);
  return `${titleOf(finding)} (${finding.id}) differs from the state: ${changes.join("; ")}.`;
}

function requestsText({ sent, left }: Report["requests"]): string {
  const spent = `${counted(sent, "request")} sent`;
  return left === undefined ? spent : `${spent}, ${grouped(left)} left in this hour`;
}

/** The report for people: a table for each kind, notes, one line that sums it up, and what to do next. */
export function table(report: Report, screen: Screen): string {
  return sections([
    ...report.kinds.flatMap((kind) => kindSection(report, kind, screen)),
    ...notesSection(report.notes),
    summary(report, screen),
    ...nextSteps(report),
  ]);
}

function kindSection({ findings, names }: Report, kind: Finding["kind"], screen: Screen): string[] {
  const ofKind = findings.filter((finding) => finding.kind === kind);
  const rows = ofKind.map((finding) => {
    const attributes = finding.type === "changed" ? finding.attributes : [];
    const changes = attributeLines(attributes, (attribute) => changeText(attribute, names, screen.wide));
    const lines = finding.type === "repeated" ? finding.places.map(printable) : changes;
    const more = screen.wide ? finding.id : "";
    return { ...findingLooks[finding.type], more, title: titleOf(finding), lines };
  });
  return section(screen.paint("bold", kinds[kind].plural), objectRows(rows, 10, screen));
}

function unmanagedText({ counts, complete }: Report): string {
  return `${complete ? "" : "at least "}${counts.undeclared} unmanaged`;
}

function summary(report: Report, { paint }: Screen): string {
  const { complete, counts, requests } = report;
  const { declared, changed, gone, repeated, undeclared, defaults, ignored, ignored_attributes } = counts;
  const attributes = ignored_attributes === 0 ? "" : ` (and ${counted(ignored_attributes, "attribute")})`;
  const standard = defaults === 0 ? "" : `; ${counted(defaults, "default")} (--defaults reports them)`;
  const twice = repeated === 0 ? "" : `, ${repeated} more than once`;
  const text = `${declared} declared${twice}: ${changed} changed, ${gone} missing; ${unmanagedText(report)}; ${ignored} ignored${attributes}${standard}.`;
  const isClean = changed + gone + repeated + undeclared === 0 && complete;
  const style = isClean ? "green" : "bold";
  return `${paint(style, text)} ${capitalized(requestsText(requests))}.`;
}

function nextSteps({ counts, next }: Report): string[] {
  const { changed, gone, repeated, undeclared } = counts;
  const { program = "terraform", folders = [], account = [], again = [] } = next ?? {};
  const selected = (...words: readonly string[]) => [...words, ...account.map(shellWord)].join(" ");
  const drift = selected("rblmonitor drift", ...again.map(shellWord), "--json --output drift.json");
  const places =
    folders.length === 0
      ? [""]
      : folders.map((folder) => (folder === "." ? "" : ` -chdir=${shellWord(folder)}`));
  const steps = [
    repeated > 0 &&
      "Keep one resource of each object that is declared more than once. Replace the others by a data source and a removed block:\n  removed { from = <address without a key>  lifecycle { destroy = false } }",
    changed + gone > 0 &&
      `Restore changed and missing objects:\n${places.map((place) => `  ${program}${place} apply`).join("\n")}`,
    undeclared > 0 &&
      `Import only the unmanaged objects:\n  ${drift}\n  ${selected("rblmonitor adopt --undeclared drift.json")}`,
  ].filter(Boolean);
  return steps.length === 0 ? [] : [steps.join("\n")];
}

/** The report as a comment on a pull request; rows that do not fit are counted. A file has all of them. */
export function markdown(report: Report, maxLength?: number): string {
  const { counts, findings, names } = report;
  const { changed, gone, repeated } = counts;
  const twice = repeated === 0 ? "" : `, ${repeated} declared more than once`;
  const drift = `Drift: ${changed} changed, ${gone} missing, ${unmanagedText(report)}${twice}`;
  return comment({
    begin: [
      "<!-- rblmonitor drift -->",
      `### ${findings.length === 0 && report.complete ? "No drift" : drift}`,
      `${counted(counts.declared, "declared object")} compared with the account; ${counted(counts.ignored, "finding")} ignored; ${requestsText(report.requests)}.`,
    ],
    tables: report.kinds.map((kind) => ({
      title: kinds[kind].plural,
      columns: ["", "object", "SID", "difference"],
      rows: findings
        .filter((finding) => finding.kind === kind)
        .map((finding) => ({ text: row(finding, names), ...findingLooks[finding.type] })),
    })),
    ...{ what: "findings", command: "drift", notes: report.notes, maxLength },
  });
}

function row(finding: Finding, names: Names): string {
  const object = finding.type === "undeclared" ? labelOf(finding) : titleOf(finding);
  const places =
    finding.type === "repeated" ? finding.places : [finding.type === "gone" ? labelOf(finding) : ""];
  const differences =
    finding.type === "changed"
      ? finding.attributes.map((attribute) => attributeCell(attribute, changeText(attribute, names)))
      : places.map(code);
  return `| ${findingLooks[finding.type].label} | ${code(object)} | ${code(finding.id)} | ${differences.join("<br>")} |`;
}
