import { capitalized } from "../../../../provider/text";
import { printable, type Screen } from "../../../output/terminal";
import { attributeLines, notesSection, objectRows, oneLine, section, sections } from "../../../output/text";
import { labelOf } from "../../../output/values";
import { actionLooks, type Review, type ReviewedChange } from "../report";
import {
  applyCostText,
  attributeText,
  byType,
  countsText,
  othersText,
  pluralOf,
  refreshText,
  remarksOf,
} from "./texts";

/** The review for people at a terminal. */
export function table(review: Review, screen: Screen): string {
  const { paint } = screen;
  const { changes, drift, warnings, notes } = review;
  const sectionOf = (title: string, some: readonly ReviewedChange[]) =>
    section(paint("bold", title), changeRows(some, review, screen));
  return sections([
    ...[...byType(changes)].flatMap(([type, some]) => sectionOf(pluralOf(type), some)),
    ...sectionOf("changed outside of Terraform", drift),
    ...section(
      paint("yellow", "Warnings"),
      warnings.map(
        ({ text, addresses }) => `  ${oneLine([addresses.join(", "), text].filter(Boolean).join(": "))}`,
      ),
    ),
    ...notesSection(notes.map((text) => ({ text }))),
    summary(review, screen),
  ]);
}

function changeRows(changes: readonly ReviewedChange[], { names }: Review, screen: Screen): string[] {
  const rows = changes.map((change) => ({
    ...actionLooks[change.action],
    more: labelOf(change),
    title: printable(change.address),
    lines: [
      ...remarksOf(change),
      ...attributeLines(change.attributes, (one) => attributeText(one, names, screen.wide)),
    ],
  }));
  return objectRows(rows, 9, screen);
}

function summary(review: Review, { paint }: Screen): string {
  const counts = countsText(review) || "no changes";
  const more = [refreshText(review.cost), othersText(review)].filter(Boolean);
  const text = [applyCostText(review.cost), ...more].map((one) => `${capitalized(one)}.`).join(" ");
  return `${paint("bold", `${capitalized(counts)}.`)} ${text}`;
}
