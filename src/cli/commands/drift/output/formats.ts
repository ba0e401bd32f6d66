import { jsonText } from "../../../output/json-text";
import { type Paint, plain } from "../../../output/terminal";
import type { Report } from "../report";
import { junit } from "./junit";
import { markdown } from "./markdown";
import { sarif } from "./sarif";
import { table } from "./table";

/** A report in a format; only the table has styles. */
const renderers: Readonly<Record<Format, (report: Report, paint: Paint) => string>> = {
  table,
  json,
  markdown,
  sarif,
  junit,
};

/** How a report may be written. */
export type Format = "table" | "json" | "markdown" | "sarif" | "junit";

/** The report in that format. */
export function rendered(report: Report, format: Format, paint: Paint = plain): string {
  return renderers[format](report, paint);
}

/**
 * The report for programs. Its form is stable; `version` counts up when something in it changes or goes, and not when
 * something is added.
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
