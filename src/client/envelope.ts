import { readNumber, readObject, readString, type WireObject } from "../service/wire-forms";
import type { Dialect } from "./dialect";
import type { Effect, ErrorKind, Failure } from "./errors";
import { isNestedDeeper } from "./json-nesting";
import type { Redactor } from "./redaction";
import type { TransportResponse } from "./transport";

/** A successful answer: the envelope's fields, and the body as it came for messages. */
export interface ApiResponse {
  readonly envelope: WireObject;
  /** The beginning of the body, without secrets. */
  readonly excerpt: () => string;
}

/** What an answer belongs to. */
export interface Subject {
  readonly operation: string;
  readonly object?: string | undefined;
  /** Whether the operation reads only, and so can have no effect. */
  readonly reads: boolean;
}

/** Far more than any answer of the service has (an object in a list in the envelope: some five). */
const deepestNesting = 100;

const kindsByStatus: Readonly<Record<number, ErrorKind>> = {
  400: "invalid_request",
  401: "authentication",
  403: "forbidden",
  404: "not_found",
  407: "transport",
  408: "timeout",
  409: "conflict",
  422: "validation",
  429: "rate_limited",
};

/**
 * Reads the envelope of an answer (docs/design/api.md#errors): a `status_code` of 400 and above is an error whatever the HTTP status.
 * Every answer that is not a success that can be read is a failure.
 * @param errorStatus the status that version 4.0 has for an error with that status and message
 */
export function readResponse(
  response: TransportResponse,
  subject: Subject,
  redaction: Redactor,
  errorStatus: Dialect["errorStatus"],
): ApiResponse | Failure {
  const envelope = parsedObject(response);
  redaction.learn(envelope);
  const bodyStatus = readNumber(envelope?.status_code);
  const status = bodyStatus !== undefined && bodyStatus >= 400 ? bodyStatus : response.status;
  if (status >= 200 && status < 300 && envelope !== undefined) {
    return { envelope, excerpt: () => redaction.excerpt(response.text) };
  }
  const message = readString(envelope?.status_message);
  // An envelope alone is the service's own word.
  const meant = bodyStatus === undefined ? status : errorStatus(status, message);
  return {
    operation: subject.operation,
    object: subject.object,
    ...described({ status, meant, bodyStatus, message }, response, redaction),
    effect: subject.reads ? "none" : effectOf(meant),
    status,
  };
}

type Description = Pick<Failure, "kind" | "problem" | "serviceMessage">;

interface ApiObject {
  readonly status: number;
  /** The status that version 4.0 has for such an error. */
  readonly meant: number;
  readonly bodyStatus: number | undefined;
  readonly message: string | undefined;
}

function described(
  { status, meant, bodyStatus, message }: ApiObject,
  response: TransportResponse,
  redaction: Redactor,
): Description {
  const body = redaction.excerpt(response.text);
  if (response.overflow) {
    return { kind: "unreadable", problem: `the answer is larger than 64 MB and starts with: ${body}` };
  }
  if (status < 400) {
    const redirected = status >= 300;
    return redirected
      ? { kind: "unreadable", problem: `answered with a redirect (${status}), which is not followed` }
      : { kind: "unreadable", problem: `the answer (${status}) is no JSON object; it starts with: ${body}` };
  }
  // A 404 that is not the service's own (a proxy, a wrong base URL) says nothing about the object.
  if (status === 404 && bodyStatus !== 404) {
    return { kind: "unreadable", problem: `the 404 does not come from the service; it starts with: ${body}` };
  }
  const kind = kindsByStatus[meant] ?? (meant >= 500 ? "server" : "invalid_request");
  if (message === undefined) return { kind, problem: `answered ${status} without a message: ${body}` };
  const serviceMessage = redaction.message(message);
  return { kind, problem: `the service answered ${status}: ${serviceMessage}`, serviceMessage };
}

function effectOf(status: number): Effect {
  return status >= 400 && status < 500 ? "none" : "possible";
}

function parsedObject(response: TransportResponse): WireObject | undefined {
  if (response.overflow || isNestedDeeper(response.text, deepestNesting)) return undefined;
  try {
    return readObject(JSON.parse(response.text));
  } catch {
    return undefined;
  }
}
