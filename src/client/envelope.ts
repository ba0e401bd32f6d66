import { isNestedDeeper, openBrackets } from "../service/nesting";
import type { Operation } from "../service/operations";
import { readFields, readNumber, readString, type WireObject } from "../service/wire-forms";
import type { Dialect } from "./dialect";
import type { ErrorKind, Failure } from "./errors";
import type { Redactor } from "./redaction";
import type { TransportResponse } from "./transport";

/** A successful response. */
export interface ApiResponse {
  readonly envelope: WireObject;
  /** The beginning of the body without secrets, for messages. */
  readonly excerpt: () => string;
}

/** Far more than responses of the service have (about five levels). */
const maxNesting = 100;

const kindsByStatus: Readonly<Record<number, ErrorKind>> = {
  401: "authentication",
  403: "forbidden",
  404: "not_found",
  407: "transport",
  408: "timeout",
  409: "conflict",
  410: "not_found",
  422: "validation",
  429: "rate_limited",
};

/**
 * Reads the envelope of a response (docs/design/api.md#errors): a `status_code` of 400 and above is an error, whatever the HTTP
 * status. Returns a failure for everything except a readable success.
 * @param object the id of the operation's object
 * @param errorStatus the equivalent status in version 4.0 for an error status and message
 */
export function readResponse(
  response: TransportResponse,
  { title: operation, method }: Pick<Operation, "title" | "method">,
  object: string | undefined,
  redaction: Redactor,
  errorStatus: Dialect["errorStatus"],
): ApiResponse | Failure {
  const reads = method === "GET";
  // Nothing of the response is used, so that 204 without a body is a success.
  const isUnused = method === "PUT" || method === "DELETE";
  const parts = partsOf(response, isUnused, errorStatus);
  const { envelope, isDone, isCutOff, bodyStatus, status, equivalentStatus } = parts;
  redaction.learn(envelope);
  // A gateway may answer with JSON, too. Only the service sends a status or data; data that is not used does not outweigh a status.
  const hasData = envelope?.data !== undefined && (!isUnused || envelope.status_code === undefined);
  const isOfService = isDone || hasData || (bodyStatus ?? 0) >= 200;
  if (status >= 200 && status < 300 && envelope !== undefined && isOfService)
    return { envelope, excerpt: () => redaction.excerpt(response.text) };
  const hasNoEffect = reads || (equivalentStatus >= 400 && equivalentStatus < 500);
  // A read that was cut off is repeated like a broken connection.
  const description: Description =
    isCutOff && status < 300 && reads
      ? { kind: "transport", problem: cutOff(status) }
      : describeFailure(parts, response, redaction);
  return { operation, object, ...description, effect: hasNoEffect ? "none" : "possible", status };
}

type Description = Pick<Failure, "kind" | "problem" | "serviceMessage">;

function partsOf(response: TransportResponse, isUnused: boolean, errorStatus: Dialect["errorStatus"]) {
  const isEmpty = response.text.trim() === "" && !response.overflow;
  const isDone = response.status === 204 && isEmpty && isUnused;
  const { envelope, isCutOff } = isDone
    ? { envelope: {} as WireObject, isCutOff: false }
    : parseObject(response);
  const bodyStatus = readNumber(envelope?.status_code);
  const status = bodyStatus !== undefined && bodyStatus >= 400 ? bodyStatus : response.status;
  const message = readString(envelope?.status_message);
  // Only a response with an envelope comes from the service.
  const equivalentStatus = bodyStatus === undefined ? status : errorStatus(status, message);
  return { envelope, isDone, isCutOff, bodyStatus, status, equivalentStatus, message };
}

function cutOff(status: number): string {
  return `the response (${status}) was cut off`;
}

function describeFailure(
  { envelope, isCutOff, bodyStatus, status, equivalentStatus, message }: ReturnType<typeof partsOf>,
  response: TransportResponse,
  redaction: Redactor,
): Description {
  const start = beginningOf(response, redaction);
  const unreadable = (problem: string): Description => ({ kind: "unreadable", problem });
  if (response.overflow) return unreadable(`the response is larger than 64 MB; ${start}`);
  if (status < 300 && isCutOff) return unreadable(`${cutOff(status)}; ${start}`);
  const fault = envelope === undefined ? "is not a JSON object" : "has no valid status_code";
  if (status < 300) return unreadable(`the response (${status}) ${fault}; ${start}`);
  if (status < 400) return unreadable(`the response is a redirect (${status}), which is not followed`);
  // A 404 or 410 from elsewhere (a proxy, a wrong base URL) does not mean that the object does not exist.
  if (kindsByStatus[status] === "not_found" && bodyStatus !== status)
    return unreadable(`the response (${status}) is not from the service; ${start}`);
  const kind = kindsByStatus[equivalentStatus] ?? (equivalentStatus >= 500 ? "server" : "invalid_request");
  if (message === undefined) return { kind, problem: `the response (${status}) has no message; ${start}` };
  const serviceMessage = redaction.message(message);
  return { kind, problem: `the service answered ${status}: ${serviceMessage}`, serviceMessage };
}

/** How the body begins. A body in an encoding that was not asked for is not shown. */
function beginningOf({ text, headers }: TransportResponse, redaction: Redactor): string {
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding !== "identity") return `it has the encoding ${encoding}, which was not asked for`;
  return text.trim() === "" ? "it is empty" : `it starts with: ${redaction.excerpt(text)}`;
}

function parseObject({ text, overflow }: TransportResponse) {
  if (overflow || isNestedDeeper(text, maxNesting)) return { envelope: undefined, isCutOff: false };
  try {
    return { envelope: readFields(JSON.parse(text)), isCutOff: false };
  } catch {
    // More is opened than closed in the beginning of a JSON object.
    const isCutOff = text.trimStart().startsWith("{") && openBrackets(text, maxNesting) > 0;
    return { envelope: undefined, isCutOff };
  }
}
