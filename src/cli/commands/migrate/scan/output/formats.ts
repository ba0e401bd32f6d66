import { jsonText } from "../../../../output/json-text";
import type { Paint } from "../../../../output/terminal";
import type { Format } from "../../command";
import type { Scan } from "../read-report";
import { markdown } from "./markdown";
import { table } from "./table";

/** A scan in a format; only the table has styles. */
const renderers: Readonly<Record<Format, (scan: Scan, paint: Paint) => string>> = {
  table,
  markdown,
  // Its form is stable; `version` counts up when something in it changes or goes, and not when something is added.
  json: (scan) => jsonText({ version: 1, ...scan }),
};

/** The scan in that format. */
export function rendered(scan: Scan, format: Format, paint: Paint): string {
  return renderers[format](scan, paint);
}
