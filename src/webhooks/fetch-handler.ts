import { type Answer, answerBody, answerHeaders, type Respond } from "./answer";

/** Takes a `Request` and gives the `Response` to it. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** Answers requests in the form of the fetch standard. */
export function fetchHandler(respond: Respond): FetchHandler {
  return async (request) => {
    const { method, headers, body, bodyUsed } = request;
    return response(await respond({ method, headers, body: bodyUsed ? undefined : (body ?? []) }));
  };
}

function response(answer: Answer): Response {
  return new Response(answerBody(answer), { status: answer.status, headers: answerHeaders(answer) });
}
