import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import {
  createReceiver,
  type Receiver,
  type ReceiverOptions,
  sampleEvent,
  signatureHeader,
  type WebhookEvent,
} from "../../src/webhooks";

/** The secret of the tests' endpoints. */
export const secret = "whsec-8d2e";

/** How a receiver is connected to a server: as a listener of node:http, or as a fetch handler. */
export const serving: Readonly<Record<string, (receiver: Receiver) => Server>> = {
  "node:http": (receiver) => createServer(receiver.node),
  fetch: (receiver) => createServer(getRequestListener(receiver.fetch)),
};

/** Starts webhook endpoints for the tests of a file, and closes them after each test. */
export function endpoints() {
  const running: Server[] = [];
  afterEach(async () => {
    for (const server of running.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
  return async (serve: (receiver: Receiver) => Server, options: Partial<ReceiverOptions> = {}) => {
    const handled: WebhookEvent[] = [];
    const refused: string[] = [];
    const receiver = createReceiver({
      secret,
      otherwise: (event) => void handled.push(event),
      onRefused: ({ reason }) => void refused.push(reason),
      ...options,
    });
    const server = serve(receiver);
    running.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
      handled,
      refused,
      server,
    };
  };
}

/** The body of a sample, and a request that carries it, signed now. */
export function signed(
  body: string | Uint8Array = JSON.stringify(sampleEvent("rbl.host.listed")),
  key = secret,
) {
  return { method: "POST", body, headers: { "x-webhook-signature": signatureHeader(body, key) } };
}
