import { type ErrorKind, ServiceError } from "../client/errors";
import { DiagnosticError, type Path } from "../terraform";

/** The summary and the remedy for each kind of error (docs/design/api.md#errors). */
const explanations: Record<ErrorKind, readonly [summary: string, advice: string]> = {
  invalid_request: ["Invalid request", "Correct the value that the service names."],
  authentication: [
    "Authentication failed",
    "Check account_sid and auth_token, or RBLMONITOR_ACCOUNT_SID and RBLMONITOR_AUTH_TOKEN.",
  ],
  forbidden: [
    "Access denied",
    "Possible causes: the account's plan does not include this feature (monitoring profiles and sources require a paid plan), the account has as many objects of this kind as its plan allows, or the account restricts client IP addresses and does not allow this machine's.",
  ],
  not_found: ["Object not found", "It may have been deleted outside Terraform. Run a plan to check."],
  conflict: [
    "Conflict with the object's state",
    "Resolve the problem that the service reports, and apply again.",
  ],
  validation: ["Invalid value", "Correct the value that the service names."],
  rate_limited: [
    "Rate limit exceeded",
    "All users of the account share the limit of 1,000 requests per hour. Try again at the time above, or increase max_wait. If the run reached max_requests_per_hour, run it again now: that limit applies per run.",
  ],
  server: ["Service error", "Apply again later. If the failure persists, contact the service's support."],
  unreadable: [
    "Unreadable response",
    "Check base_url, or legacy_base_url with API version 3.0: it must be the root URL of that version. A proxy may also have sent the response.",
  ],
  transport: [
    "Connection failed",
    "Check base_url (legacy_base_url with API version 3.0), the network, and the proxy settings.",
  ],
  timeout: ["Request timeout", "Apply again, or increase request_timeout."],
  stopped: ["Operation stopped", "Terraform was asked to stop. Apply again to finish the operation."],
  refused: ["Request not sent", "Correct the problem named above."],
};

/** Remedies that replace the usual ones for some kinds of error. */
export type Advice = Partial<Readonly<Record<ErrorKind, string>>>;

/**
 * The diagnostic for an error of an API call: the operation with the service's message, the status, and the remedy.
 * @param more further sentences about this failure
 */
export function serviceDiagnostic(
  thrown: unknown,
  path?: Path,
  more: readonly string[] = [],
  otherAdvice: Advice = {},
): unknown {
  if (!(thrown instanceof ServiceError)) return thrown;
  // Such a 404 concerns the root URL: every account can list and create. A reference to a missing object is a validation error
  // (docs/design/api.md#errors), or the service's message names it.
  const isAddress = thrown.kind === "not_found" && thrown.object === undefined;
  // No limit explains the last answer of a write that ends with 429, or the client would have waited.
  const isTransient = thrown.kind === "rate_limited" && thrown.retryAfter === undefined;
  const kind = isAddress ? "unreadable" : isTransient ? "server" : thrown.kind;
  const summary = isAddress ? "Unknown API root URL" : explanations[kind][0];
  const advice = otherAdvice[kind] ?? explanations[kind][1];
  const status = thrown.status === undefined ? [] : [`HTTP status: ${thrown.status}.`];
  // The 401 that stopped the other requests has its own diagnostic. Terraform names the resource, and wraps longer lines.
  if (thrown.kind === "authentication" && thrown.status === undefined && thrown.effect === "none") {
    const repeated = "The service refused these credentials. Check account_sid and auth_token.";
    return new DiagnosticError(summary, repeated, path, { cause: thrown });
  }
  const detail = [sentence(thrown.message), ...status, ...more, advice].join("\n\n");
  return new DiagnosticError(summary, detail, path, { cause: thrown });
}

/** A text with a full stop at its end. */
export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
