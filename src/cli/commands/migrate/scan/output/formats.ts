import { jsonReport, rendererOf } from "../../../../output/print";
import type { Format } from "../../account/output/formats";
import type { Scan } from "../read-report";
import { markdown } from "./markdown";
import { table } from "./table";

/** The scan in each format. */
export const rendered = rendererOf<Scan, Format>({ table, markdown, json: jsonReport });
