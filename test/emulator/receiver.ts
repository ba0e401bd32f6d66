import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that a receiver got. */
export interface Received {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies freely
  readonly body: any;
}

/** Starts HTTP receivers of events for the tests of a file, and closes them after each test. */
export function receivers() {
  const running: (() => void)[] = [];
  afterEach(() => {
    for (const close of running.splice(0)) close();
  });
  return async (statuses: readonly number[] = []) => {
    const received: Received[] = [];
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const raw = Buffer.concat(chunks).toString("utf8");
      response.statusCode = statuses[received.length] ?? 200;
      received.push({ method: request.method, headers: request.headers, raw, body: JSON.parse(raw) });
      response.end("{}");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    running.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received };
  };
}
