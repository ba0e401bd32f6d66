import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { joinBody } from "../../webhooks/raw-body";
import { readJson } from "./account";

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
    const isFirst = !received.some((each) => each.path === path);
    const bytes = await joinBody(request, maxBytes).catch(() => undefined);
    const body = readJson(Buffer.from(bytes ?? []).toString());
    if (body !== undefined && received.length < maxEvents) received.push({ path, headers, body });
    response.writeHead(isFirst && path.endsWith(failingPath) ? 500 : 200).end();
  }).listen(port, host);
  await once(server, "listening");
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { received, port: (server.address() as AddressInfo).port, close };
}
