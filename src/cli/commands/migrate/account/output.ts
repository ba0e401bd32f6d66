import { kinds } from "../../../../service/kinds";
import type { NamedObject } from "../../../account/names";
import { code, comment, entities, inertText, maxComment, notesList, rowsOf } from "../../../output/markdown";
import { type Paint, printable } from "../../../output/terminal";
import { counted, grouped, notesSection, section, sections } from "../../../output/text";
import { changeText, elementsText, labelOf, valueText } from "../../../output/values";
import type { Available, Difference, MigrationReport, StateDifference } from "./report";

/** An object in the report. */
interface Row {
  /** Its kind, the version that returns it, or its change. */
  readonly what: string;
  readonly name: string;
  readonly id: string;
  readonly values: readonly string[];
  readonly reason: string;
  readonly isObstacle: boolean;
}

/** Objects of the report under a title; `obstacle` names those that a plan would change. */
interface Section {
  readonly title: string;
  readonly obstacle: readonly [noun: string, which: string];
  readonly rows: readonly Row[];
}

function sectionsOf({ differences, only, state_differences: held }: MigrationReport): readonly Section[] {
  return [
    {
      title: "Different values",
      obstacle: ["field", "with different values"],
      rows: differences.map((difference) => ({
        what: kinds[difference.kind].title,
        name: nameOf(difference),
        id: difference.id,
        values: [differenceText(difference)],
        reason: difference.reason,
        isObstacle: difference.in_the_way,
      })),
    },
    {
      title: "Returned by one version only",
      obstacle: ["object", "that version 4.0 does not return"],
      rows: only.map((object) => ({
        what: `version ${object.through}`,
        name: nameOf(object),
        id: object.id,
        values: [],
        reason: object.reason,
        isObstacle: object.in_the_way,
      })),
    },
    {
      title: "Different from the states",
      obstacle: ["declared object", "different from the states"],
      rows: held.map((difference) => ({
        what: difference.type,
        name: printable(difference.address),
        id: difference.id,
        values: difference.attributes.map((each) => `${each.name}: ${changeText(each)}`),
        reason: causeText(difference),
        isObstacle: true,
      })),
    },
  ];
}

/** The report for people at a terminal. */
export function table(report: MigrationReport, paint: Paint): string {
  return sections([
    ...sectionsOf(report).flatMap(({ title, rows }) =>
      section(
        paint("bold", title),
        rows.flatMap(({ what, name, id, values, reason, isObstacle }) => [
          `  ${isObstacle ? paint("red", what) : what}  ${name}  ${paint("dim", id)}`,
          ...[...values, paint("dim", reason)].map((line) => `      ${line}`),
        ]),
      ),
    ),
    ...section(
      paint("bold", "Becomes available with version 4.0"),
      report.available.map((feature) => `  ${availableText(feature)}`),
    ),
    ...notesSection(report.notes),
    `Compared: ${countsText(report)}.`,
    `${paint(report.plans_empty ? "green" : "red", verdictText(report))} ${requestsText(report)}`,
  ]);
}

/** Maximum length of the end of the report, of its notes, and of one note. */
const longestEnd = 6_000;
const longestNotes = 4_000;
const longestNote = 600;
const columns = ["", "object", "SID", "difference"];

/** The report as a comment on a pull request; rows that do not fit are counted. */
export function markdown(report: MigrationReport): string {
  const available = report.available.map((feature) => entities(availableText(feature)));
  return comment({
    begin: [
      "<!-- rblmonitor migrate -->",
      `### ${report.plans_empty ? "Nothing blocks version 4.0" : "Changes needed for version 4.0"}`,
      `**${inertText(verdictText(report))}** ${inertText(requestsText(report))}`,
      `Compared: ${entities(countsText(report))}.`,
    ],
    tables: sectionsOf(report).map(({ title, rows }) => ({
      title,
      columns,
      rows: rowsOf(rows.map(markdownRow), "rows"),
    })),
    end: [
      ...(available.length > 0 ? [`Becomes available: ${available.join(", ")}.`] : []),
      ...notesList(report.notes, longestNotes, longestNote),
    ],
    kept: longestEnd,
    leftOut: (hidden) =>
      `**${hidden} rows are left out** here. \`rblmonitor migrate --format json\` has all of them.`,
    maxLength: maxComment,
  });
}

function markdownRow({ what, name, id, values, reason }: Row): string {
  const texts = [...values.map(code), entities(reason)].join("<br>");
  return `| ${what} | ${code(name)} | ${code(id)} | ${texts} |`;
}

/** The verdict: whether the switch plans no changes, in a sentence or two. */
function verdictText(report: MigrationReport): string {
  const { declared, kinds: read, plans_empty: isEmpty, states } = report;
  if (!isEmpty) return obstaclesText(report);
  const objects = counted(
    read.reduce((sum, { current }) => sum + current, 0),
    "object",
  );
  return states.length === 0
    ? `Nothing blocks version 4.0: both versions return the same for ${objects}. To compare Terraform states too, add --state or --chdir.`
    : `Switching plans no changes: ${counted(declared, "declared object")} ${declared === 1 ? "equals" : "equal"} the states through both versions; ${objects} compared.`;
}

function obstaclesText(report: MigrationReport): string {
  const { state_differences: held } = report;
  const counts = sectionsOf(report)
    .map(({ obstacle, rows }) => ({ obstacle, count: rows.filter((row) => row.isObstacle).length }))
    .filter(({ count }) => count > 0);
  const texts = counts.map(({ obstacle: [noun, which], count }) => `${counted(count, noun)} ${which}`);
  const isOnlyDrift = counts.length === 1 && held.length > 0 && held.every(({ cause }) => cause === "drift");
  const those = held.length === 1 ? "It differs" : "All of them differ";
  const advice = `${those} through version 3.0 too: apply or adopt these changes before the switch.`;
  return `Switching plans changes: ${texts.join(", ")}.${isOnlyDrift ? ` ${advice}` : ""}`;
}

function requestsText({ requests }: MigrationReport): string {
  const { legacy, current } = requests;
  return `${counted(legacy + current, "request")} sent: ${grouped(legacy)} to version 3.0, ${grouped(current)} to 4.0.`;
}

/** The values of a field in both versions. */
function differenceText({ current, field, legacy }: Difference): string {
  if (Array.isArray(legacy) && Array.isArray(current)) {
    return `${field}: ${elementsText(legacy, current, {})} in version 4.0`;
  }
  return `${field}: ${valueText(legacy, {})} in version 3.0, ${valueText(current, {})} in 4.0`;
}

/** The difference of a declared object, and its cause. */
function causeText({ cause, type }: StateDifference): string {
  const what = type === "gone" ? "is missing" : "differs";
  return `${what} through ${cause === "drift" ? "version 3.0 too" : "version 4.0 only"}`;
}

/** The title of an object: its natural key and its label, else its kind. */
function nameOf(object: NamedObject): string {
  return labelOf(object) || kinds[object.kind].title;
}

/** A feature that becomes available, with its current use: `tags of hosts (3 there already)`. */
function availableText({ kind, field, value, used }: Available): string {
  const { plural } = kinds[kind];
  const ofKind = value === null ? `${field} of ${plural}` : `${plural} of ${field} ${value}`;
  return `${field === null ? plural : ofKind}${used > 0 ? ` (${grouped(used)} there already)` : ""}`;
}

/** How many objects each version returns: `40 hosts`, or `40 and 39 hosts` where they differ. */
function countsText({ kinds: read }: MigrationReport): string {
  const texts = read.map(({ current, kind, legacy }) => {
    const { plural, title } = kinds[kind];
    const now = counted(current, title, plural);
    return legacy === current ? now : `${grouped(legacy)} and ${now}`;
  });
  return texts.join(", ");
}
