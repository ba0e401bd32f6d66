import type { ServerResponse } from "node:http";
import type { Fault } from "../faults";

/** An answer before it is sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The envelope of every response (docs/design/api.md#endpoints and Errors): the status, a text, and what else there is. */
export function envelope(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>>,
  content: object = {},
): Answer {
  const body = JSON.stringify({ status_code: status, status_message: message, ...content });
  return { status, headers: { "Content-Type": "application/json", ...headers }, body };
}

/** An answer of plain text, such as a number for a monitoring program. */
export function plainText(text: string, headers: Readonly<Record<string, string>>): Answer {
  return { status: 200, headers: { "Content-Type": "text/plain", ...headers }, body: text };
}

/** The answer that the fault makes of the right one; undefined when the connection is dropped instead. */
function faultyAnswer(fault: Fault, right: Answer): Answer | undefined {
  const { "Retry-After": _, ...headers } = right.headers;
  switch (fault.fault) {
    case "drop-before":
    case "drop-after":
      return undefined;
    case "500-before":
    case "500-after":
      return envelope(500, "Server error.", headers);
    case "502-html":
      return {
        status: 502,
        headers: { "Content-Type": "text/html" },
        body: "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>",
      };
    case "429":
      return envelope(429, "The service is temporarily unavailable.", {
        ...headers,
        "Retry-After": String(fault.retryAfter ?? 1),
      });
    case "429-without-retry-after":
      return envelope(429, "The service is temporarily unavailable.", headers);
    case "cut-json":
      return { ...right, body: right.body.slice(0, Math.floor(right.body.length / 2)) };
    case "other-shape":
      return { ...right, body: JSON.stringify({ result: [{ ok: true }], meta: null }) };
    case "empty":
      return { ...right, body: "" };
    default:
      return right;
  }
}

/** Sends the answer, or what the fault leaves of it. Answers the status that went out, 0 when none did. */
export function send(outgoing: ServerResponse, answer: Answer, fault: Fault | undefined): number {
  const sent = fault === undefined ? answer : faultyAnswer(fault, answer);
  if (sent === undefined || outgoing.destroyed) {
    outgoing.req.socket.resetAndDestroy();
    return 0;
  }
  const body = Buffer.from(sent.body);
  outgoing.writeHead(sent.status, { ...sent.headers, "Content-Length": body.length });
  if (fault?.fault === "cut-body") {
    outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => outgoing.req.socket.destroy());
  } else {
    outgoing.end(body);
  }
  return sent.status;
}
