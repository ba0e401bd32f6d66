import type { IncomingMessage, ServerResponse } from "node:http";

/** A webhook request, independent of the server. */
export interface IncomingRequest {
  readonly method: string | undefined;
  readonly headers: Headers;
  /** The parts of the body, which can be read once; undefined if other code has read the body. */
  readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | undefined;
}

/** Handles a `Request`, and returns the `Response`. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** Creates a handler for servers with the fetch API. */
export function fetchHandler(respond: Respond): FetchHandler {
  return async (request) => {
    const { method, headers, body, bodyUsed } = request;
    const { text, ...head } = responseOf(
      await respond({ method, headers, body: bodyUsed ? undefined : (body ?? []) }),
    );
    return new Response(text, head);
  };
}

/** Handles a request of `node:http`. The promise never rejects. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Creates a handler for `node:http`. */
export function nodeHandler(respond: Respond): NodeHandler {
  return async (request, response) => {
    const { method } = request;
    const answering = respond({ method, headers: headersOf(request), body: bodyOf(request) });
    const { status, headers, text } = responseOf(await answering.catch(() => incomplete));
    if (!response.headersSent) {
      response.writeHead(status, headers);
      response.end(text);
    }
    // Discards the rest of a body that is too large, so that the client reads the response.
    request.resume();
  };
}

/** Sent if the body cannot be read, unless the client has disconnected. */
const incomplete: Reply = { status: 500, message: "The request could not be read." };

/** The unread body, or the bytes that the server keeps: as `rawBody`, or as `body` with `express.raw()`. */
function bodyOf(request: IncomingMessage & { rawBody?: unknown; body?: unknown }): IncomingRequest["body"] {
  for (const kept of [request.rawBody, request.body]) if (kept instanceof Uint8Array) return [kept];
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

/** The response to a webhook request: a status and a message, in the same form as the service's responses. */
export interface Reply {
  readonly status: number;
  readonly message: string;
}

/** Handles a request. It rejects only if the body cannot be read completely. */
export type Respond = (incoming: IncomingRequest) => Promise<Reply>;

/** The response with a reply, except for the headers that the server adds. */
function responseOf({ status, message }: Reply) {
  const headers = { "content-type": "application/json", ...(status === 405 && { allow: "POST" }) };
  return { status, headers, text: JSON.stringify({ status_code: status, status_message: message }) };
}
