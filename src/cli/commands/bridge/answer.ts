import { type ErrorKind, ServiceError } from "../../../client/errors";
import { legacyAnswerBody } from "../../../legacy/envelope";
import type { CurrentRequest } from "../../../legacy/request";
import type { LegacyRoute } from "../../../legacy/routes";
import { kinds } from "../../../service/kinds";
import { checkIdPattern, isSid } from "../../../service/sids";

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
  return { status, headers: { ...challenge, ...headers }, body: legacyAnswerBody(status, message) };
}

/** The statuses of failures that are not the service's answers. */
const ownStatuses: Readonly<Partial<Record<ErrorKind, number>>> = {
  refused: 400,
  rate_limited: 429,
  stopped: 503,
  timeout: 504,
  transport: 502,
  unreadable: 502,
};

/**
 * The answer to a call that failed: the status and words of the service, or the reason why there are none. It contains no
 * secret, as messages of a ServiceError do not.
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

/**
 * The answer to a request of version 3.0 that cannot be forwarded; undefined if it can. Parameters that an operation does not
 * know are ignored, as version 3.0 did, unless `refuseUnknown` is set.
 */
export function refusalOf(
  { call: { kind, current } }: LegacyRoute,
  { id, query, repeated, unknown, problems }: CurrentRequest,
  refuseUnknown: boolean,
): LegacyAnswer | undefined {
  if (repeated.length > 0)
    return errorAnswer(400, `Bad request: ${shortList(repeated)}: given more than once.`);
  if (refuseUnknown && unknown.length > 0)
    return errorAnswer(422, `Validation failed: ${shortList(unknown)}: not accepted by this operation.`);
  if (problems.length > 0) return errorAnswer(422, `Validation failed: ${problems.join("; ")}.`);
  if (Number.isNaN(Number(query.page_size ?? 1)))
    return errorAnswer(400, "Bad request: page_size must be an integer >= 1.");
  const isValidId = kind === undefined ? checkIdPattern.test(id) : isSid(kind, id);
  if (isValidId || !current.path.includes("{id}")) return undefined;
  const idName = kind === undefined ? "check id" : `${kinds[kind].title} SID`;
  return errorAnswer(400, `Bad request: invalid ${idName}.`);
}

/** The beginning of names from a request, which may be many, of any length. */
function shortList(names: readonly string[]): string {
  return names.join(", ").slice(0, 200);
}
