import type { Report } from "./report";

/**
 * The report for programs. Its form is stable; `version` counts up when something in it changes or goes, and not when
 * something is added. What a terminal would act on is written as `\u….`, which means the same in JSON.
 */
export function json(report: Report): string {
  const { states, kinds, read, counts, requests, findings, notes, names } = report;
  return jsonText({
    version: 1,
    states: states.map(({ name }) => name),
    kinds,
    read,
    counts,
    requests,
    findings,
    notes,
    names,
  });
}

/** JSON in ASCII where it matters: no character in it that a terminal or a JavaScript parser would take for another. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replace(/[\p{Cf}\u007f-\u009f\u2028\u2029]/gu, (character) =>
    [...Array(character.length).keys()].map((index) => escaped(character.charCodeAt(index))).join(""),
  );
  return `${text}\n`;
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
