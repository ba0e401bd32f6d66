import { kinds } from "../../../../service/kinds";
import type { NamedObject } from "../../../account/names";
import { titleOf } from "../../../comparison/finding";
import type { Paint } from "../../../output/terminal";
import { counted, countedIfAny, grouped, notesSection, section, sections } from "../../../output/text";
import { changeText, elementsText, labelOf, valueText } from "../../../output/values";
import type { Difference, MigrationReport } from "./comparison";

/** The report for people at a terminal. */
export function table(report: MigrationReport, paint: Paint): string {
  const { legacy, current } = report.requests;
  const requests = `${counted(legacy + current, "request")} sent: ${grouped(legacy)} to version 3.0, ${grouped(current)} to 4.0.`;
  const linesOf = (
    { in_the_way, id }: Pick<Difference, "in_the_way" | "id">,
    title: string,
    name: string,
    more: readonly string[],
  ) => [
    `  ${in_the_way ? paint("red", title) : title}  ${name}  ${paint("dim", id)}`,
    ...more.map((line) => `      ${line}`),
  ];
  const differences = report.differences.flatMap((difference) => {
    const more = [differenceText(difference), paint("dim", difference.reason)];
    return linesOf(difference, kinds[difference.kind].title, nameOf(difference), more);
  });
  const only = report.only.flatMap((object) =>
    linesOf(object, `version ${object.through}`, nameOf(object), [paint("dim", object.reason)]),
  );
  const held = report.state_differences.flatMap((finding) => {
    const { attributes, cause, id, type } = finding;
    const changes = attributes.map((each) => `${each.name}: ${changeText(each)}`);
    const why = `${type === "gone" ? "is missing" : "differs"} through ${causes[cause]}`;
    return linesOf({ id, in_the_way: true }, type, titleOf(finding), [...changes, paint("dim", why)]);
  });
  return sections([
    ...section(paint("bold", "Different values"), differences),
    ...section(paint("bold", "Returned by one version only"), only),
    ...section(paint("bold", "Different from the states"), held),
    ...notesSection(report.notes),
    `Compared: ${countsText(report)}.`,
    `${paint(report.plans_empty ? "green" : "red", verdictText(report))} ${requests}`,
  ]);
}

const causes = { drift: "version 3.0 too", switch: "version 4.0 only" };

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

function obstaclesText({ differences, only, state_differences: held }: MigrationReport): string {
  const obstacles = (all: readonly { readonly in_the_way: boolean }[]) =>
    all.filter(({ in_the_way }) => in_the_way).length;
  const texts = countedIfAny(
    [obstacles(differences), "field with different values", "fields with different values"],
    [obstacles(only), "object that version 4.0 does not return", "objects that version 4.0 does not return"],
    [held.length, "declared object different from the states", "declared objects different from the states"],
  );
  const isOnlyDrift = texts.length === 1 && held.length > 0 && held.every(({ cause }) => cause === "drift");
  const those = held.length === 1 ? "It differs" : "All of them differ";
  const advice = `${those} through version 3.0 too: apply or adopt these changes before the switch.`;
  return `Switching plans changes: ${texts.join(", ")}.${isOnlyDrift ? ` ${advice}` : ""}`;
}

/** The values of a field in both versions. */
function differenceText({ current, field, legacy }: Difference): string {
  if (Array.isArray(legacy) && Array.isArray(current)) {
    return `${field}: ${elementsText(legacy, current, {})} in version 4.0`;
  }
  return `${field}: ${valueText(legacy, {})} in version 3.0, ${valueText(current, {})} in 4.0`;
}

/** The title of an object: its natural key and its label, else its kind. */
function nameOf(object: NamedObject): string {
  return labelOf(object) || kinds[object.kind].title;
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
