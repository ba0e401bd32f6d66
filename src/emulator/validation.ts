import { en } from "zod/locales";
import type { ZodMiniObject } from "zod/mini";
import type { Fields as AcceptedFields } from "../service/field";
import { accepts, bodyProblems, type Write } from "../service/requests";
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

/** Creates the error for invalid input (docs/design/api.md#errors: 422; docs/design/open-points.md#18: sometimes 500). */
export function invalid(settings: OpenPointSettings, problem: string): Refusal {
  return new Refusal(settings.validationStatus, `Validation failed: ${problem}.`);
}

/**
 * Validates the fields of a body. An operation without fields accepts none.
 * @throws Refusal 422, or another status by the settings, for a missing, invalid or unknown field
 */
export function validate(
  fields: Fields,
  settings: OpenPointSettings,
  accepted: AcceptedFields = {},
  write: Write = "create",
): Fields {
  const unknown = Object.keys(fields).filter((name) => !accepts(accepted, write, name));
  if (unknown.length > 0) rejectUnknownFields(unknown, settings);
  const known = Object.fromEntries(Object.entries(fields).filter(([name]) => !unknown.includes(name)));
  const problems = bodyProblems(accepted, write, known);
  if (problems.length === 0) return known;
  const texts = problems.map(({ path, requirement }) => `${path.join(".")}: ${requirement}`);
  throw invalid(settings, texts.join("; "));
}

/** Rejects names that a request has more than once, and query parameters that the operation lacks, unless the settings ignore them. */
export function assertNames(
  { repeated, unknownQuery }: Readonly<Record<"repeated" | "unknownQuery", readonly string[]>>,
  settings: OpenPointSettings,
): void {
  if (repeated.length > 0)
    throw new Refusal(400, `Bad request: ${repeated.join(", ")}: given more than once.`);
  if (unknownQuery.length > 0 && settings.unknownQuery === "bad-request")
    throw new Refusal(400, `Bad request: ${unknownQuery.join(", ")}: not query parameters.`);
}

/** Rejects unknown fields, unless the settings ignore them. */
export function rejectUnknownFields(names: readonly string[], settings: OpenPointSettings): void {
  const problem = `${names.join(", ")}: not accepted by this operation`;
  if (settings.unknownFields === "bad-request") throw new Refusal(400, `Bad request: ${problem}.`);
  if (settings.unknownFields === "validation") throw invalid(settings, problem);
}

const wordsOf = en().localeError;

/** Options with which zod says what is allowed. Its own messages are not loaded, and do not name the fields of an object. */
export const inWords: { readonly error: typeof wordsOf } = {
  error(issue) {
    const { code, inst } = issue;
    if (code !== "unrecognized_keys") return wordsOf(issue);
    return `Unknown field ${issue.keys.join(", ")}. Fields: ${Object.keys((inst as ZodMiniObject).shape).join(", ")}`;
  },
};
