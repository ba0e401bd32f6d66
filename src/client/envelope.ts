import { isNestedDeeper, openBrackets } from "../service/nesting";
import { readFields, readNumber, readString, type WireObject } from "../service/wire-forms";
import type { Dialect } from "./dialect";
import type { Effect, ErrorKind, Failure } from "./errors";
import type { Redactor } from "./redaction";
import type { TransportResponse } from "./transport";

/** A successful response. */
export interface ApiResponse {
  readonly envelope: WireObject;
  /** The beginning of the body without secrets, for messages. */
  readonly excerpt: () => string;
}

/** The operation of a response. */
export interface Subject {
  readonly operation: string;
  readonly object?: string | undefined;
  /** Whether the operation only reads, and so has no effect. */
  readonly reads: boolean;
  /** Whether nothing of the response is used, so that 204 without a body is a success. */
  readonly mayBeEmpty?: boolean;
}

/** Far more than responses of the service have (about five levels). */
const maxNesting = 100;

const kindsByStatus: Readonly<Record<number, ErrorKind>> = {
  400: "invalid_request",
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
 * @param errorStatus the equivalent status in version 4.0 for an error status and message
 */
export function readResponse(
  response: TransportResponse,
  subject: Subject,
  redaction: Redactor,
  errorStatus: Dialect["errorStatus"],
): ApiResponse | Failure {
  const isEmpty = response.text.trim() === "" && !response.overflow;
  const isDone = response.status === 204 && isEmpty && subject.mayBeEmpty;
  const { envelope, isCutOff } = isDone ? { envelope: {}, isCutOff: false } : parseObject(response);
  redaction.learn(envelope);
  const bodyStatus = readNumber(envelope?.status_code);
  const status = bodyStatus !== undefined && bodyStatus >= 400 ? bodyStatus : response.status;
  // A gateway may answer with JSON, too. Only the service sends a status or data; data that is not used does not outweigh a status.
  const isUsed = subject.mayBeEmpty !== true || envelope?.status_code === undefined;
  const isOfService = isDone || (envelope?.data !== undefined && isUsed) || (bodyStatus ?? 0) >= 200;
  if (status >= 200 && status < 300 && envelope !== undefined && isOfService) {
    return { envelope, excerpt: () => redaction.excerpt(response.text) };
  }
  if (isCutOff && status < 300 && subject.reads) {
    const { operation, object } = subject;
    // Repeated like a broken connection.
    return { kind: "transport", operation, object, problem: cutOff(status), effect: "none", status };
  }
  const message = readString(envelope?.status_message);
  // Only a response with an envelope comes from the service.
  const equivalentStatus = bodyStatus === undefined ? status : errorStatus(status, message);
  return {
    operation: subject.operation,
    object: subject.object,
    ...describeFailure(
      { status, equivalentStatus, bodyStatus, message, isCutOff, isObject: envelope !== undefined },
      response,
      redaction,
    ),
    effect: subject.reads ? "none" : effectOf(equivalentStatus),
    status,
  };
}

type Description = Pick<Failure, "kind" | "problem" | "serviceMessage">;

interface ErrorDetails {
  readonly status: number;
  /** The equivalent status in version 4.0. */
  readonly equivalentStatus: number;
  readonly bodyStatus: number | undefined;
  readonly message: string | undefined;
  /** Whether the body is the beginning of a JSON text. */
  readonly isCutOff: boolean;
  readonly isObject: boolean;
}

function cutOff(status: number): string {
  return `the response (${status}) was cut off`;
}

function describeFailure(
  { status, equivalentStatus, bodyStatus, message, isCutOff, isObject }: ErrorDetails,
  response: TransportResponse,
  redaction: Redactor,
): Description {
  const start = beginningOf(response, redaction);
  const unreadable = (problem: string): Description => ({ kind: "unreadable", problem });
  if (response.overflow) return unreadable(`the response is larger than 64 MB; ${start}`);
  if (status < 300 && isCutOff) return unreadable(`${cutOff(status)}; ${start}`);
  const fault = isObject ? "has no valid status_code" : "is not a JSON object";
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

function effectOf(status: number): Effect {
  return status >= 400 && status < 500 ? "none" : "possible";
}

function parseObject({ text, overflow }: TransportResponse): {
  readonly envelope: WireObject | undefined;
  readonly isCutOff: boolean;
} {
  if (overflow || isNestedDeeper(text, maxNesting)) return { envelope: undefined, isCutOff: false };
  try {
    return { envelope: readFields(JSON.parse(text)), isCutOff: false };
  } catch {
    return { envelope: undefined, isCutOff: isUnfinished(text) };
  }
}

/** Whether the text is the beginning of a JSON object: more is opened in it than closed. */
function isUnfinished(text: string): boolean {
  return text.trimStart().startsWith("{") && openBrackets(text, maxNesting) > 0;
}
