import type { IncomingRequest } from "./check-request";

/** The response to a webhook request: a status and a message, in the same form as the service's responses. */
export interface Reply {
  readonly status: number;
  readonly message: string;
}

/** Handles a request. It rejects only if the body cannot be read completely. */
export type Respond = (incoming: IncomingRequest) => Promise<Reply>;

/** The body of a response, as JSON. */
export function replyBody({ status, message }: Reply): string {
  return JSON.stringify({ status_code: status, status_message: message });
}

/** The headers of a response, except those that the server adds. */
export function replyHeaders({ status }: Reply): Readonly<Record<string, string>> {
  return { "content-type": "application/json", ...(status === 405 && { allow: "POST" }) };
}
