import { type Advice, serviceDiagnostic } from "../../provider/service-diagnostic";
import { DiagnosticError } from "../../terraform";

/** What to do about errors of the service, for somebody at the command line. */
const advice: Advice = {
  authentication:
    "Check --account-sid or RBLMONITOR_ACCOUNT_SID, and RBLMONITOR_AUTH_TOKEN: they are the account's SID and its auth token.",
  not_found: "Check the SID: it may be of another account, or have been deleted by somebody else.",
  conflict: "See what the service says, change that, and run the command again.",
  rate_limited:
    "The limit of 1,000 requests an hour is shared by everyone who uses the account. Try again later, or wait longer with --max-wait. What is left of it, rblmonitor limits tells.",
  server: "Run the command again later; if it goes on, ask the service's support.",
  unreadable:
    "Check --base-url or RBLMONITOR_BASE_URL, or for version 3.0 --legacy-base-url or RBLMONITOR_LEGACY_BASE_URL: it must be the root of that version of the API. A proxy in between may also answer in the service's place.",
  transport:
    "Check --base-url or RBLMONITOR_BASE_URL, or for version 3.0 --legacy-base-url or RBLMONITOR_LEGACY_BASE_URL; the network; and the proxy settings.",
  timeout: "Run the command again, or allow more time with --request-timeout.",
  stopped: "Run the command again to do the rest.",
};

/**
 * An error of the service in the words of this command line: what was tried, what the service says, what to do.
 * @param more what else is known of this failure, in sentences
 */
export function explainedFailure(thrown: unknown, more: readonly string[] = []): unknown {
  return serviceDiagnostic(thrown, undefined, more, advice);
}

/** What to say of anything thrown: a line that sums it up, and perhaps paragraphs behind it. */
export function failureText(thrown: unknown): string {
  const failure = explainedFailure(thrown);
  if (failure instanceof DiagnosticError) return `${failure.summary}: ${failure.detail}`;
  return failure instanceof Error ? failure.message : String(failure);
}
