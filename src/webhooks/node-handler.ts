import type { IncomingMessage, ServerResponse } from "node:http";
import type { IncomingRequest } from "./check-request";
import { type Reply, type Respond, replyBody, replyHeaders } from "./reply";

/** Handles a request of `node:http`. The promise never rejects. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Creates a handler for `node:http`. */
export function nodeHandler(respond: Respond): NodeHandler {
  return async (request, response) => {
    const { method } = request;
    const answering = respond({ method, headers: headersOf(request), body: bodyOf(request) });
    send(response, await answering.catch(() => incomplete));
    // Discards the rest of a body that is too large, so that the client reads the response.
    request.resume();
  };
}

/** Sent if the body cannot be read, unless the client has disconnected. */
const incomplete: Reply = { status: 500, message: "The request could not be read." };

/** The unread body, or `rawBody` if the server keeps it. */
function bodyOf(request: IncomingMessage & { rawBody?: unknown }): IncomingRequest["body"] {
  if (request.rawBody instanceof Uint8Array) return [request.rawBody];
  if (request.readableDidRead) return undefined;
  // Must not destroy the request if its body is too large: it still needs a response.
  return request.iterator({ destroyOnReturn: false });
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    // Skips HTTP/2 pseudo-headers, such as `:path`.
    if (!name.startsWith(":")) for (const each of [value ?? []].flat()) headers.append(name, each);
  }
  return headers;
}

function send(response: ServerResponse, reply: Reply): void {
  if (response.headersSent) return;
  response.writeHead(reply.status, replyHeaders(reply));
  response.end(replyBody(reply));
}
