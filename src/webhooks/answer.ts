import type { Incoming } from "./check-request";

/** What a request is answered: a status and a message, in the form of the service's own answers. */
export interface Answer {
  readonly status: number;
  readonly message: string;
}

/** Answers a request. It rejects only when the body cannot be read to its end. */
export type Respond = (incoming: Incoming) => Promise<Answer>;

/** The body of an answer. */
export function answerBody({ status, message }: Answer): string {
  return JSON.stringify({ status_code: status, status_message: message });
}

/** The headers of an answer, besides those that a server adds. */
export function answerHeaders({ status }: Answer): Readonly<Record<string, string>> {
  return { "content-type": "application/json", ...(status === 405 && { allow: "POST" }) };
}
