import { type Paint, printable } from "../../../../output/terminal";
import { notesSection, section, sections } from "../../../../output/text";
import { changeText } from "../../../../output/values";
import type { MigrationReport } from "../report";
import {
  availableTexts,
  causeText,
  countTexts,
  differenceText,
  nameOf,
  requestsText,
  verdictText,
} from "./texts";

/** The report for people at a terminal. */
export function table(report: MigrationReport, paint: Paint): string {
  const { differences, notes, only, state_differences: held } = report;
  return sections([
    ...section(
      paint("bold", "Different values"),
      differences.flatMap((one) =>
        item(`${nameOf(one)}  ${paint("dim", one.id)}`, differenceText(one), paint("dim", one.reason)),
      ),
    ),
    ...section(
      paint("bold", "Returned by one version only"),
      only.flatMap((one) => {
        const through = one.in_the_way ? paint("red", one.through) : one.through;
        return item(`${through}  ${nameOf(one)}  ${paint("dim", one.id)}`, paint("dim", one.reason));
      }),
    ),
    ...section(
      paint("bold", "Different from the states"),
      held.flatMap((one) =>
        item(
          `${printable(one.address)} ${causeText(one)}  ${paint("dim", one.id)}`,
          ...one.attributes.map((attribute) => `${attribute.name}  ${changeText(attribute)}`),
        ),
      ),
    ),
    ...section(
      paint("bold", "Becomes available with version 4.0"),
      availableTexts(report).flatMap((text) => item(text)),
    ),
    ...notesSection(notes),
    `Compared: ${countTexts(report).join(", ")}.`,
    `${paint(report.plans_empty ? "green" : "red", verdictText(report))} ${requestsText(report)}`,
  ]);
}

/** A line, and those that belong to it below. */
function item(first: string, ...more: readonly string[]): string[] {
  return [`  ${first}`, ...more.map((line) => `      ${line}`)];
}
