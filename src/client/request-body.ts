import type * as z from "zod/mini";
import type { FormBody } from "../service/form";
import { refused } from "./errors";

/** An invalid part of a body: its path, and the requirement that it does not meet. */
export interface BodyProblem {
  readonly path: readonly PropertyKey[];
  readonly requirement: string;
}

/**
 * Validates a body against the specification.
 * @throws ServiceError of kind `refused`, which names the fields but shows no values
 */
export function acceptedBody<T extends z.ZodMiniType<FormBody>>(
  schema: T,
  body: unknown,
  operation: string,
): z.output<T> {
  const problems = bodyProblems(schema, body);
  if (problems.length === 0) return schema.parse(body);
  const problem = problems
    .map(({ path, requirement: demand }) => `${path.map(String).join(".") || "the body"} ${demand}`)
    .join("; ");
  throw refused(operation, problem);
}

/** The problems of a body. */
export function bodyProblems(schema: z.ZodMiniType<FormBody>, body: unknown): BodyProblem[] {
  const result = schema.safeParse(body);
  const issues = result.success ? [] : result.error.issues;
  return [
    ...issues.map((issue) => ({ path: issue.path, requirement: requirementOf(issue) })),
    ...halfCharacters(body),
  ];
}

const halfCharacter = /\p{Surrogate}/u;

/** Finds strings with lone surrogates, which cannot be encoded and would be sent as a different character. */
function halfCharacters(value: unknown, path: readonly PropertyKey[] = []): BodyProblem[] {
  if (typeof value === "string")
    return halfCharacter.test(value) ? [{ path, requirement: "must not contain half a character" }] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [
    ...halfCharacters(key, path),
    ...halfCharacters(part, [...path, key]),
  ]);
}

// zod/mini has no messages except "Invalid input".
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
