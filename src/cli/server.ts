import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { printable } from "./output/terminal";

/**
 * Starts a server.
 * @returns its URL, without a slash at the end
 * @throws Error with the reason, if it cannot listen there
 */
export async function listenOn(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<string> {
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (thrown) {
    const { code, message } = thrown as NodeJS.ErrnoException;
    const why = code === "EADDRINUSE" ? "the port is taken; --port chooses another" : message;
    throw new Error(`Cannot listen on ${printable(host)}, port ${port}: ${why}.`);
  }
  const { port: taken } = server.address() as AddressInfo;
  return `http://${host.includes(":") ? `[${host}]` : host}:${taken}`;
}

/**
 * A function that ends a server: it takes no more requests, answers those that have come whole, and ends all connections.
 * A sender that never finishes its request cannot hold it up.
 */
export function closerOf(server: Server): () => Promise<void> {
  const underWay = new Map<ServerResponse, IncomingMessage>();
  server.on("request", (incoming, outgoing) => {
    underWay.set(outgoing, incoming);
    outgoing.once("close", () => underWay.delete(outgoing));
  });
  return async () => {
    const closed = once(server, "close");
    server.close();
    server.closeIdleConnections();
    const answered = [...underWay].map(async ([outgoing, incoming]) => {
      if (!incoming.complete) incoming.destroy();
      if (!outgoing.closed) await once(outgoing, "close");
    });
    await Promise.all(answered);
    server.closeAllConnections();
    await closed;
  };
}
