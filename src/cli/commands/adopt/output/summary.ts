import { firstFew } from "../../../../provider/first-few";
import { type Adoption, byKind, kindsInOrder, type LeftOut } from "../declaration";
import { counted } from "../tables";
import { oneLine } from "./plain-text";

/** What an adoption came to, beside what it holds. */
export interface Outcome {
  readonly folder: string;
  readonly files: readonly string[];
  /** Files that were in the folder before. */
  readonly others: readonly string[];
  readonly requests: number;
  /** What to do next, as commands. */
  readonly next: readonly string[];
}

/** The adoption in lines for people: what is declared, what is not and why, and what to do next. */
export function summaryOf(adoption: Adoption, outcome: Outcome): string {
  const { folder, files, others, requests, next } = outcome;
  return [
    `Adopted ${countsOf(adoption)}.`,
    `${files.length} files in ${folder}: ${files.join(", ")}.`,
    ...(others.length === 0 ? [] : [`The folder has other files, too: ${firstFew(others)}.`]),
    ...remarks(adoption),
    `Requests sent: ${requests}.`,
    "",
    "Next:",
    ...next.map((command) => `  ${command}`),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

/** What is left out and why, and what else there is to know: a line each. */
export function remarks({ leftOut, notes }: Adoption): readonly string[] {
  return [...leftOutLines(leftOut), ...notes];
}

function countsOf({ declarations }: Adoption): string {
  const counts = [...byKind(declarations)].map(([kind, found]) => counted(kind, found.length));
  return counts.length === 0 ? "nothing: there is no object that is to be declared" : counts.join(", ");
}

function leftOutLines(leftOut: readonly LeftOut[]): readonly string[] {
  return kindsInOrder.flatMap((kind) => {
    const ofKind = leftOut.filter((one) => one.kind === kind);
    const reasons = [...new Set(ofKind.map(({ reason }) => reason))].sort();
    return reasons.map((reason) => {
      const labels = ofKind
        .filter((one) => one.reason === reason)
        .map(({ id, label }) => `${oneLine(label)} (${id})`)
        .sort();
      return `Left out ${counted(kind, labels.length)}: ${firstFew(labels)}. ${oneLine(reason, 400)}`;
    });
  });
}
