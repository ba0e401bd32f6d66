import { kinds } from "../../../../../service/kinds";
import { counted, grouped } from "../../../../output/text";
import { elementsText, labelOf, valueText } from "../../../../output/values";
import { availableText } from "../read-report";
import type { Difference, MigrationReport, OnlyThrough, StateDifference } from "../report";

/** The verdict: whether the switch plans no changes, in a sentence or two. */
export function verdictText(report: MigrationReport): string {
  const { declared, kinds: read, plans_empty: isEmpty, states, state_differences: held } = report;
  const objects = counted(
    read.reduce((sum, { current }) => sum + current, 0),
    "object",
  );
  if (!isEmpty) return `${obstaclesText(report)}${isOnlyDrift(report) ? ` ${driftText(held.length)}` : ""}`;
  return states.length === 0
    ? `Nothing blocks version 4.0: both versions return the same for ${objects}. To compare Terraform states too, add --state or --chdir.`
    : `Switching plans no changes: ${counted(declared, "declared object")} ${declared === 1 ? "equals" : "equal"} the states through both versions; ${objects} compared.`;
}

function obstaclesText({ differences, only, state_differences: held }: MigrationReport): string {
  const gone = only.filter((one) => one.in_the_way).length;
  const fields = differences.filter((one) => one.in_the_way).length;
  const parts = [
    ...(fields > 0 ? [`${counted(fields, "field")} with different values`] : []),
    ...(gone > 0 ? [`${counted(gone, "object")} that version 4.0 does not return`] : []),
    ...(held.length > 0 ? [`${counted(held.length, "declared object")} different from the states`] : []),
  ];
  return `Switching plans changes: ${parts.join(", ")}.`;
}

function isOnlyDrift({ differences, only, state_differences: held }: MigrationReport): boolean {
  const isElse = [...differences, ...only].some((one) => one.in_the_way);
  return !isElse && held.length > 0 && held.every(({ cause }) => cause === "drift");
}

function driftText(count: number): string {
  return `${count === 1 ? "It differs" : "All of them differ"} through version 3.0 too: apply or adopt these changes before the switch.`;
}

/** The number of requests. */
export function requestsText({ requests }: MigrationReport): string {
  const { legacy, current } = requests;
  return `${counted(legacy + current, "request")} sent: ${grouped(legacy)} to version 3.0, ${grouped(current)} to 4.0.`;
}

/** The values of a field in both versions. */
export function differenceText({ current, field, legacy }: Difference): string {
  if (Array.isArray(legacy) && Array.isArray(current)) {
    return `${field}: ${elementsText(legacy, current, {})} in version 4.0`;
  }
  return `${field}: ${valueText(legacy, {})} in version 3.0, ${valueText(current, {})} in 4.0`;
}

/** The title of an object: its natural key and its label, else its kind. */
export function nameOf(object: Difference | OnlyThrough | StateDifference): string {
  return labelOf(object) || kinds[object.kind].title;
}

/** The difference of a declared object, and its cause. */
export function causeText({ cause, type }: StateDifference): string {
  const what = type === "gone" ? "is missing" : "differs";
  return cause === "drift" ? `${what} through version 3.0 too` : `${what} through version 4.0 only`;
}

/** The features that become available, each with its current use. */
export function availableTexts({ available }: MigrationReport): string[] {
  return available.map(
    (one) => `${availableText(one)}${one.used > 0 ? ` (${grouped(one.used)} there already)` : ""}`,
  );
}

/** How many objects each version returns: `40 hosts`, or `40 and 39 hosts` where they differ. */
export function countTexts({ kinds: read }: MigrationReport): string[] {
  return read.map(({ current, kind, legacy }) => {
    const { plural, title } = kinds[kind];
    if (legacy === current) return counted(current, title, plural);
    return `${grouped(legacy)} and ${counted(current, title, plural)}`;
  });
}
