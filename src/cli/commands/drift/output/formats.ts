import { jsonReport, rendererOf } from "../../../output/print";
import type { Report } from "../report";
import { junit } from "./junit";
import { markdown } from "./markdown";
import { sarif } from "./sarif";
import { table } from "./table";

/** How a report may be written. */
export type Format = "table" | "json" | "markdown" | "sarif" | "junit";

/** The report in each format. */
export const rendered = rendererOf<Report, Format>({ table, json, markdown, sarif, junit });

function json({ states, kinds, read, counts, requests, findings, notes, names }: Report): string {
  const given = states.map(({ name }) => name);
  return jsonReport({ states: given, kinds, read, counts, requests, findings, notes, names });
}
