import type { IncomingMessage, ServerResponse } from "node:http";
import { type Answer, answerBody, answerHeaders, type Respond } from "./answer";
import type { Incoming } from "./check-request";

/** Takes a request of `node:http` and answers it. The promise never rejects. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Answers requests of `node:http`. */
export function nodeHandler(respond: Respond): NodeHandler {
  return async (request, response) => {
    const { method } = request;
    const answering = respond({ method, headers: headersOf(request), body: bodyOf(request) });
    send(response, await answering.catch(() => broken));
    // What is left of a body that is too large is passed over, so that its sender comes to read the answer.
    request.resume();
  };
}

/** Reaches somebody only if it is not the sender who broke off. */
const broken: Answer = { status: 500, message: "The request could not be answered." };

/** The body, unread; of a server that keeps it beside a parsed one, what is kept. */
function bodyOf(request: IncomingMessage & { rawBody?: unknown }): Incoming["body"] {
  if (request.rawBody instanceof Uint8Array) return [request.rawBody];
  if (request.readableDidRead) return undefined;
  // A request that is destroyed because its body is too large could not be answered.
  return request.iterator({ destroyOnReturn: false });
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    // HTTP/2 has headers that are none, such as `:path`.
    if (!name.startsWith(":")) for (const each of [value ?? []].flat()) headers.append(name, each);
  }
  return headers;
}

function send(response: ServerResponse, answer: Answer): void {
  if (response.headersSent) return;
  response.writeHead(answer.status, answerHeaders(answer));
  response.end(answerBody(answer));
}
