import { type Paint, printable } from "../../../../output/terminal";
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
} from "./words";

/** The report for people at a terminal. */
export function table(report: MigrationReport, paint: Paint): string {
  const { differences, notes, only, state_differences: held } = report;
  const sections = [
    section(
      paint("bold", "Told differently"),
      differences.map((one) => [
        `${nameOf(one)}  ${paint("dim", one.id)}`,
        differenceText(one),
        paint("dim", one.reason),
      ]),
    ),
    section(
      paint("bold", "Shown by one interface alone"),
      only.map((one) => [
        `${one.in_the_way ? paint("red", one.through) : one.through}  ${nameOf(one)}  ${paint("dim", one.id)}`,
        paint("dim", one.reason),
      ]),
    ),
    section(
      paint("bold", "Not as the states have it"),
      held.map((one) => [
        `${printable(one.address)} ${causeText(one)}  ${paint("dim", one.id)}`,
        ...one.attributes.map((attribute) => `${attribute.name}  ${changeText(attribute)}`),
      ]),
    ),
    section(
      paint("bold", "Becomes available with version 4.0"),
      availableTexts(report).map((text) => [text]),
    ),
    section(
      "Notes",
      notes.map(({ address, text }) => [
        printable(`${address === undefined ? "" : `${address}: `}${text.replace(/\s*\n\s*/g, " ")}`),
      ]),
    ),
    [`Compared: ${countTexts(report).join(", ")}.`],
    [`${paint(report.plans_empty ? "green" : "red", verdictText(report))} ${requestsText(report)}`],
  ].flat();
  return sections.map((text) => `${text}\n`).join("\n");
}

/** A title with items, the lines of each behind its first indented; nothing without items. */
function section(title: string, items: readonly (readonly string[])[]): string[] {
  const lines = items.flatMap(([first = "", ...rest]) => [
    `  ${first}`,
    ...rest.map((line) => `      ${line}`),
  ]);
  return lines.length === 0 ? [] : [[title, ...lines].join("\n")];
}
