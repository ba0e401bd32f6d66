import { type ErrorKind, ServiceError } from "../client/errors";
import { DiagnosticError, type Path } from "../terraform";

/** What went wrong in a few words, and what to do about it, by kind of error (docs/design/api.md#errors). */
const explanations: Record<ErrorKind, readonly [summary: string, advice: string]> = {
  invalid_request: ["The service refused the request", "Correct the value that the service names."],
  authentication: [
    "Authentication failed",
    "Check account_sid and auth_token, or RBLMONITOR_ACCOUNT_SID and RBLMONITOR_AUTH_TOKEN.",
  ],
  forbidden: [
    "The service forbids this",
    "It does so for two reasons: the feature is not part of the account's plan (monitoring profiles and sources need a paid one), or the account accepts only certain client addresses and this machine's is none of them.",
  ],
  not_found: ["The object does not exist", "It may have been deleted by somebody else; plan again to see."],
  conflict: [
    "The object's state does not allow this",
    "See what the service says, change that, and apply again.",
  ],
  validation: ["The service refused a value", "Correct the value that the service names."],
  rate_limited: [
    "The request limit is used up",
    "The limit of 1,000 requests an hour is shared by everyone who uses the account. Try again at the time above, or let the provider wait longer with max_wait. Where it is max_requests_per_hour that is used up, try again at once: the share is of one run, and the next one has its own.",
  ],
  server: ["The service failed", "Apply again later; if it goes on, ask the service's support."],
  unreadable: [
    "The service's answer cannot be read",
    "Check base_url, or legacy_base_url if version 3.0 is spoken: it must be the root of that version of the API. A proxy in between may also answer in the service's place.",
  ],
  transport: [
    "The service cannot be reached",
    "Check base_url (legacy_base_url if version 3.0 is spoken), the network, and the proxy settings.",
  ],
  timeout: ["The service did not answer in time", "Apply again, or allow more time with request_timeout."],
  stopped: ["Stopped", "Terraform was asked to stop before this was done. Apply again to finish it."],
  refused: ["The request was not sent", "Correct what is named above."],
};

/** What to do about errors of those kinds, where it is not what Terraform's users do. */
export type Advice = Partial<Readonly<Record<ErrorKind, string>>>;

/**
 * The diagnostic for what a call of the service threw: what was tried, the service's words, what to do.
 * @param more what else is known of this failure, in sentences
 */
export function serviceDiagnostic(
  thrown: unknown,
  path?: Path,
  more: readonly string[] = [],
  otherAdvice: Advice = {},
): unknown {
  if (!(thrown instanceof ServiceError)) return thrown;
  const isAddress = isOfAddress(thrown);
  const summary = isAddress ? "The service does not know this address" : explanations[thrown.kind][0];
  const kind = isAddress ? "unreadable" : thrown.kind;
  const advice = otherAdvice[kind] ?? explanations[kind][1];
  const status = thrown.status === undefined ? [] : [`HTTP status: ${thrown.status}.`];
  const detail = [sentence(thrown.message), ...status, ...more, advice].join("\n\n");
  return new DiagnosticError(summary, detail, path, { cause: thrown });
}

/**
 * Whether a 404 is of the address and not of an object: to list or to create is possible at the root of every account. A
 * value that names what does not exist is refused as not valid (docs/design/api.md#errors), and if not, the service's words say so.
 */
function isOfAddress({ kind, object }: ServiceError): boolean {
  return kind === "not_found" && object === undefined;
}

/** A text with one full stop at its end, whoever wrote it. */
export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** The border at which errors of the client become diagnostics, unless they were explained closer to their cause. */
export async function explained<T>(operation: Promise<T>): Promise<T> {
  try {
    return await operation;
  } catch (thrown) {
    throw serviceDiagnostic(thrown);
  }
}
