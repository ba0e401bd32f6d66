import { jsonText } from "../../../output/json-text";
import { type Paint, plain } from "../../../output/terminal";
import type { Review } from "../report";
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

/**
 * The review for programs. Its form is stable; `version` counts up when something in it changes or goes, and not when
 * something is added.
 */
export function json(review: Review): string {
  return jsonText({ version: 1, ...review });
}
