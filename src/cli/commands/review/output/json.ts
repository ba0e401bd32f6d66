import { jsonText } from "../../../output/json-text";
import type { Review } from "../report";

/**
 * The review for programs. Its form is stable; `version` counts up when something in it changes or goes, and not when
 * something is added.
 */
export function json(review: Review): string {
  return jsonText({ version: 1, ...review });
}
