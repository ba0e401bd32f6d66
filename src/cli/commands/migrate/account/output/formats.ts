import { jsonReport, rendererOf } from "../../../../output/print";
import type { MigrationReport } from "../report";
import { markdown } from "./markdown";
import { table } from "./table";

/** How a report may be written. */
export type Format = "table" | "markdown" | "json";

/** The report in each format. */
export const rendered = rendererOf<MigrationReport, Format>({ table, markdown, json: jsonReport });
