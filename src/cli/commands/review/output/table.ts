import { type Paint, padded, printable, type Style, widthOf } from "../../../output/terminal";
import { labelOf } from "../../../output/values";
import { sentenceCase } from "../../../output/words";
import type { Review, ReviewedAction, ReviewedChange } from "../report";
import {
  attributeText,
  countsText,
  othersText,
  pluralOf,
  refreshText,
  remarksOf,
  spendingText,
  words,
} from "./words";

const styles: Readonly<Record<ReviewedAction, Style>> = {
  create: "green",
  update: "yellow",
  replace: "red",
  destroy: "red",
  forget: "yellow",
  import: "green",
  move: "dim",
};

/** The review for people at a terminal. */
export function table(review: Review, paint: Paint): string {
  const { changes, drift, warnings, notes } = review;
  const types = [...new Set(changes.map(({ type }) => type))];
  const sections = [
    ...types.map((type) =>
      section(
        pluralOf(type),
        changes.filter((change) => change.type === type),
        review,
        paint,
      ),
    ),
    ...(drift.length === 0 ? [] : [section("changed outside of Terraform", drift, review, paint)]),
    ...lines(
      paint("yellow", "Warnings"),
      warnings.map(({ text, addresses }) => [addresses.join(", "), text].filter(Boolean).join(": ")),
    ),
    ...lines("Notes", notes),
  ];
  return [...sections, summary(review, paint)].map((text) => `${text}\n`).join("\n");
}

function section(title: string, changes: readonly ReviewedChange[], { names }: Review, paint: Paint): string {
  const width = Math.min(60, Math.max(...changes.map(({ address }) => widthOf(printable(address)))));
  const rows = changes.flatMap((change) => {
    const address = padded(printable(change.address), width);
    const first = `  ${paint(styles[change.action], padded(words[change.action], 9))}  ${address}  ${paint("dim", labelOf(change))}`;
    const remarks = remarksOf(change).map((remark) => `             ${remark}`);
    return [first.trimEnd(), ...remarks, ...attributes(change, names)];
  });
  return [paint("bold", title), ...rows].join("\n");
}

function attributes({ attributes }: ReviewedChange, names: Review["names"]): string[] {
  const width = Math.max(0, ...attributes.map(({ name }) => name.length));
  return attributes.map((one) => `             ${one.name.padEnd(width)}  ${attributeText(one, names)}`);
}

function lines(title: string, texts: readonly string[]): string[] {
  const shown = texts.map((text) => `  ${printable(text.replace(/\s*\n\s*/g, " "))}`);
  return shown.length === 0 ? [] : [[title, ...shown].join("\n")];
}

function summary(review: Review, paint: Paint): string {
  const counts = countsText(review) || "no changes";
  const more = [refreshText(review.spending), othersText(review)].filter(Boolean);
  const text = [spendingText(review.spending), ...more].map((one) => `${sentenceCase(one)}.`).join(" ");
  return `${paint("bold", `${sentenceCase(counts)}.`)} ${text}`;
}
