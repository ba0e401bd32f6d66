import { type Paint, plain } from "../../../output/terminal";
import type { Review } from "../report";
import { json } from "./json";
import { markdown } from "./markdown";
import { table } from "./table";

/** How a review may be written. */
export type Format = "markdown" | "json" | "table";

/** A review in a format; only the table has styles. */
const renderers: Readonly<Record<Format, (review: Review, paint: Paint) => string>> = {
  markdown,
  json,
  table,
};

/** The review in that format. */
export function rendered(review: Review, format: Format, paint: Paint = plain): string {
  return renderers[format](review, paint);
}
