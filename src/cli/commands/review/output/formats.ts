import { jsonReport, rendererOf } from "../../../output/print";
import type { Review } from "../report";
import { markdown } from "./markdown";
import { table } from "./table";

/** How a review may be written. */
export type Format = "table" | "markdown" | "json";

/** The review in each format. */
export const rendered = rendererOf<Review, Format>({ table, markdown, json: jsonReport });
