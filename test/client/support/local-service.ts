import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A request as the service got it. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string>;
  readonly headers: IncomingHttpHeaders;
  readonly form: URLSearchParams;
  readonly socket: Socket;
}

/** An answer: the body is sent as it is if it is a text, else as JSON. */
export interface BodyReply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body: unknown;
}

/** What the service answers, or does with the response. */
export type Reply = BodyReply | ((response: ServerResponse, request: Received) => void);

export interface LocalService {
  readonly url: string;
  readonly port: number;
  readonly requests: Received[];
  close(): Promise<void>;
}

/** A local HTTP server with the responses of a function. */
export async function startService(
  reply: (request: Received, index: number) => Reply,
): Promise<LocalService> {
  const requests: Received[] = [];
  const server = createServer(recording(requests, reply)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/4.0`,
    port,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** The listener behind {@link startService}, for servers of another kind. */
export function recording(
  requests: Received[],
  reply: (request: Received, index: number) => Reply,
): RequestListener {
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://service.test");
      const received: Received = {
        method: request.method ?? "",
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: request.headers,
        form: new URLSearchParams(Buffer.concat(chunks).toString()),
        socket: request.socket,
      };
      requests.push(received);
      const answer = reply(received, requests.length - 1);
      if (typeof answer === "function") answer(response, received);
      else send(response, answer);
    });
  };
}

function send(response: ServerResponse, answer: BodyReply): void {
  response.writeHead(answer.status ?? 200, { "content-type": "application/json", ...answer.headers });
  response.end(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body));
}
