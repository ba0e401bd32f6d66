import * as z from "zod/mini";
import type { Fields } from "./account/objects";
import type { OpenPointSettings } from "./settings";

/** An error response (docs/design/api.md#errors). Rules throw it, and the request handler converts it to an envelope. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  /** `status` is the HTTP status; `message` becomes `status_message`. */
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409 | 422 | 429 | 500,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** The schema of operations without fields. */
export const noFields = z.strictObject({});

/** Creates the error for invalid input (docs/design/api.md#errors: 422; docs/design/open-points.md#18: sometimes 500). */
export function invalid(settings: OpenPointSettings, problem: string): Refusal {
  return new Refusal(settings.validationStatus, `Validation failed: ${problem}.`);
}

/**
 * Validates fields with a schema.
 * @throws Refusal 422, or another status by the settings, for a missing, invalid or unknown field
 */
export function validate(schema: z.ZodMiniObject, fields: Fields, settings: OpenPointSettings): Fields {
  const accepted = Object.keys(schema.shape);
  const unknown = Object.keys(fields).filter((name) => !accepted.includes(name));
  if (unknown.length > 0) rejectUnknownFields(unknown, settings);
  const known = Object.entries(fields).filter(([name]) => accepted.includes(name));
  const result = schema.safeParse(Object.fromEntries(known));
  if (result.success) return result.data as Fields;
  throw invalid(settings, result.error.issues.map((issue) => problemText(issue, fields)).join("; "));
}

/** Rejects unknown fields, unless the settings ignore them. */
export function rejectUnknownFields(names: readonly string[], settings: OpenPointSettings): void {
  const problem = `${names.join(", ")}: not accepted by this operation`;
  if (settings.unknownFields === "bad-request") throw new Refusal(400, `Bad request: ${problem}.`);
  if (settings.unknownFields === "validation") throw invalid(settings, problem);
}

function problemText(issue: z.core.$ZodIssue, fields: Fields): string {
  const field = issue.path.join(".");
  return Object.hasOwn(fields, String(issue.path[0]))
    ? `${field}: ${issue.message}`
    : `${field}: is required`;
}
