import { type ErrorKind, ServiceError } from "../../client/errors";
import { DiagnosticError } from "../../terraform";
import { inSystemWords, systemErrorText } from "../output/system-error";

const checkRoot =
  "Check RBLMONITOR_BASE_URL (RBLMONITOR_LEGACY_BASE_URL for API version 3.0): it must be the root of the API.";

/** The remedy for each kind of error of the service. */
const advice: Readonly<Record<ErrorKind, string>> = {
  authentication: "Check RBLMONITOR_ACCOUNT_SID and RBLMONITOR_AUTH_TOKEN.",
  forbidden:
    "The account's plan may not include this (profiles and sources need a paid plan), or the account may accept only certain client addresses.",
  not_found: "Check the SID: the object may belong to another account, or may have been deleted.",
  conflict: "Correct the state that the service names, and run the command again.",
  invalid_request: "Correct the value that the service names.",
  validation: "Correct the value that the service names.",
  rate_limited:
    "All users of the account share its hourly limit. Try again later, or wait longer with --max-wait. `rblmonitor limits` shows the remaining requests.",
  server: "Try again later. If the error persists, contact the service's support.",
  unreadable: `${checkRoot} A proxy may also have answered instead of the service.`,
  transport: `${checkRoot} Also check the network and the proxy settings.`,
  timeout: "Try again, or allow more time with --request-timeout.",
  stopped: "Run the command again to do the rest.",
  refused: "",
};

/**
 * The message for a thrown value, in sentences: what failed, why, and the remedy.
 * @param more further facts about a failure of the service, in sentences
 */
export function failureText(thrown: unknown, more: readonly string[] = []): string {
  const failure = serviceErrorIn(thrown);
  if (failure !== undefined) return serviceErrorText(failure, more);
  if (thrown instanceof DiagnosticError) return `${thrown.summary}: ${thrown.detail}`;
  return systemErrorText(thrown) ?? (thrown instanceof Error ? thrown.message : String(thrown));
}

/** The error of the service that caused another error. */
export function serviceErrorIn(thrown: unknown): ServiceError | undefined {
  if (thrown instanceof ServiceError) return thrown;
  return thrown instanceof DiagnosticError ? serviceErrorIn(thrown.cause) : undefined;
}

function serviceErrorText(error: ServiceError, more: readonly string[]): string {
  const { kind, status = 401, object, message } = error;
  if (kind === "authentication")
    return sentences(`The service refused these credentials (${status})`, ...more, advice.authentication);
  // Every account has its lists, so a 404 without an object is about the URL.
  const isAddress = kind === "not_found" && object === undefined;
  return sentences(`Cannot ${inSystemWords(message)}`, ...more, advice[isAddress ? "unreadable" : kind]);
}

function sentences(...texts: readonly string[]): string {
  const ended = texts.filter(Boolean).map((text) => (/[.!?]$/.test(text) ? text : `${text}.`));
  return ended.join(" ");
}
