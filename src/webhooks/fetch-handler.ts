import { type Reply, type Respond, replyBody, replyHeaders } from "./reply";

/** Handles a `Request`, and returns the `Response`. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** Creates a handler for servers with the fetch API. */
export function fetchHandler(respond: Respond): FetchHandler {
  return async (request) => {
    const { method, headers, body, bodyUsed } = request;
    return response(await respond({ method, headers, body: bodyUsed ? undefined : (body ?? []) }));
  };
}

function response(reply: Reply): Response {
  return new Response(replyBody(reply), { status: reply.status, headers: replyHeaders(reply) });
}
