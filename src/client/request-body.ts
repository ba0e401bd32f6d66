import type * as z from "zod/mini";
import type { FormBody } from "../service/form";
import { ServiceError } from "./errors";

/** A part of a body that the specification does not accept: where it is, and what is demanded of it. Values are not shown. */
export interface BodyProblem {
  readonly path: readonly PropertyKey[];
  readonly requirement: string;
}

/**
 * The body as the specification accepts it. Otherwise a {@link ServiceError} of kind `refused`, which names the fields but
 * shows no value.
 */
export function acceptedBody<T extends z.ZodMiniType<FormBody>>(
  schema: T,
  body: unknown,
  operation: string,
  object?: string,
): z.output<T> {
  const problems = bodyProblems(schema, body);
  if (problems.length === 0) return schema.parse(body);
  const problem = problems
    .map(({ path, requirement: demand }) => `${path.map(String).join(".") || "the body"} ${demand}`)
    .join("; ");
  throw new ServiceError({ kind: "refused", operation, object, problem, effect: "none" });
}

/** What keeps a body from being sent. */
export function bodyProblems(schema: z.ZodMiniType<FormBody>, body: unknown): BodyProblem[] {
  const result = schema.safeParse(body);
  const issues = result.success ? [] : result.error.issues;
  return [
    ...issues.map((issue) => ({ path: issue.path, requirement: requirementOf(issue) })),
    ...halfCharacters(body),
  ];
}

/** Texts that cannot be encoded: what is left of a character that was cut in two would be sent as another one. */
function halfCharacters(value: unknown, path: readonly PropertyKey[] = []): BodyProblem[] {
  if (typeof value === "string")
    return /\p{Surrogate}/u.test(value) ? [{ path, requirement: "must not hold half a character" }] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [
    ...halfCharacters(key, path),
    ...halfCharacters(part, [...path, key]),
  ]);
}

// zod/mini carries no texts of its own beyond "Invalid input".
function requirementOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "unrecognized_keys":
      return `has fields that are not accepted: ${issue.keys.join(", ")}`;
    case "invalid_value":
      return `must be one of ${issue.values.map(String).join(", ")}`;
    case "invalid_type":
      return `must be of type ${issue.expected}`;
    case "too_small":
      return issue.message === "Invalid input" ? "must not be empty" : issue.message;
    case "invalid_format":
      return `must be a valid ${issue.format}`;
    default:
      return issue.message;
  }
}
