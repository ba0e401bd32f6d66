import { jsonText } from "../../../output/json-text";
import type { Report } from "../report";

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
