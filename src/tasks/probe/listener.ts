import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { readObject } from "../../service/wire-forms";
import { joinBody } from "../../webhooks/raw-body";

/** An event that the service sent. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Events at this path get an error first. */
export const failingPath = "/fails-once";

/** Bytes of an event, and events: strangers cannot fill the memory. */
const maxBytes = 100_000;
const maxEvents = 1_000;

/** Listens for events of the service. @throws the system's error if that is impossible */
export async function listen(host: string, port: number) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { url: path = "", headers } = request;
    const status = path.endsWith(failingPath) && !received.some((each) => each.path === path) ? 500 : 200;
    try {
      const body = readObject(JSON.parse(Buffer.from((await joinBody(request, maxBytes)) ?? []).toString()));
      if (body !== undefined && received.length < maxEvents) received.push({ path, headers, body });
    } catch {
      // It is no event.
    }
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { received, port: (server.address() as AddressInfo).port, close };
}
