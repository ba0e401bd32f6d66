import type * as z from "zod/mini";
import type { FormBody } from "../service/form";
import { ServiceError } from "./errors";

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
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const problem = result.error.issues.map(describe).join("; ");
  throw new ServiceError({ kind: "refused", operation, object, problem, effect: "none" });
}

function describe(issue: z.core.$ZodIssue): string {
  const field = issue.path.map(String).join(".") || "the body";
  return `${field} ${demand(issue)}`;
}

// zod/mini carries no texts of its own beyond "Invalid input".
function demand(issue: z.core.$ZodIssue): string {
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
