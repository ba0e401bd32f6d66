import { jsonText } from "../../../../output/json-text";
import type { Paint } from "../../../../output/terminal";
import type { Format } from "../../command";
import type { MigrationReport } from "../report";
import { markdown } from "./markdown";
import { table } from "./table";

/** A report in a format; only the table has styles. */
const renderers: Readonly<Record<Format, (report: MigrationReport, paint: Paint) => string>> = {
  table,
  markdown,
  // Its form is stable; `version` counts up when something in it changes or goes, and not when something is added.
  json: (report) => jsonText({ version: 1, ...report }),
};

/** The report in that format. */
export function rendered(report: MigrationReport, format: Format, paint: Paint): string {
  return renderers[format](report, paint);
}
