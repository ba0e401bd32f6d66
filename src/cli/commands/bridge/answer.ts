import { type ErrorKind, ServiceError } from "../../../client/errors";
import { legacyErrorBody } from "../../../legacy/envelope";

/** An answer to a program of version 3.0. */
export interface LegacyAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer that is not JSON, for monitoring programs. */
export function textAnswer(body: string, type = "text/plain"): LegacyAnswer {
  return { status: 200, headers: { "Content-Type": type }, body };
}

/** An error in the form of version 3.0. */
export function errorAnswer(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): LegacyAnswer {
  const challenge: Record<string, string> = status === 401 ? { "WWW-Authenticate": 'Basic realm="API"' } : {};
  return { status, headers: { ...challenge, ...headers }, body: legacyErrorBody(status, message) };
}

/** What a failure is answered with where the status is not the service's own. */
const ownStatuses: Readonly<Partial<Record<ErrorKind, number>>> = {
  refused: 400,
  rate_limited: 429,
  stopped: 503,
  timeout: 504,
  transport: 502,
  unreadable: 502,
};

/**
 * The answer to a call that failed: the service's status and words, or why there are none. It holds no secret, as messages of
 * a ServiceError do not.
 * @throws anything else
 */
export function failureAnswer(error: unknown): LegacyAnswer {
  if (!(error instanceof ServiceError)) throw error;
  const { kind, status, serviceMessage, retryAfter, effect } = error;
  const own = ownStatuses[kind];
  const words = own === undefined ? serviceMessage : undefined;
  const doubt = effect === "possible" ? " It may have succeeded: check before you send it again." : "";
  return errorAnswer(
    own ?? status ?? 502,
    `${words ?? `The bridge got no answer to pass on: ${error.message}.`}${doubt}`,
    retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) },
  );
}
