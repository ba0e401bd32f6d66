import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { type AddressInfo, isIPv6, type Socket } from "node:net";
import { ipv6Groups } from "../../service/addresses";
import { printable } from "../output/terminal";

/** Limits for the clients of a server. Times are in milliseconds. */
const usualLimits = {
  /** Until a request's headers are complete, from the start of the connection or of the request. */
  headersTimeout: 10_000,
  /** Until a request is complete with its body. */
  requestTimeout: 30_000,
  /** Until a client has read an answer. */
  answerTimeout: 60_000,
  /** How often the first two are checked. */
  connectionsCheckingInterval: 1_000,
  /** Connections from one address. */
  connectionsPerAddress: 256,
  /** Bytes of answers that wait in memory until clients read them, over all connections. */
  maxUnreadBytes: 64 * 1024 * 1024,
};

export type ServerLimits = Partial<typeof usualLimits>;

/** Connections in all: each may hold one body in memory. */
const maxConnections = 2_000;

/** Creates a server with limits per client. It answers one request of each connection: pipelined ones would be carried out at the same time. */
export function guardedServer(listener: RequestListener, limits: ServerLimits = {}) {
  const { answerTimeout, connectionsPerAddress, maxUnreadBytes, ...timeouts } = { ...usualLimits, ...limits };
  const server = createServer(timeouts);
  server.maxHeadersCount = 100;
  server.maxConnections = maxConnections;
  server.maxRequestsPerSocket = 1;

  let refused = 0;
  /** The addresses of open connections. */
  const open = new Map<Socket, string>();
  server.on("connection", (socket) => {
    const address = clientAddress(socket.remoteAddress);
    const same = [...open.values()].filter((other) => other === address);
    if (same.length >= connectionsPerAddress) {
      refused += 1;
      socket.destroy();
      return;
    }
    open.set(socket, address);
    socket.once("close", () => open.delete(socket));
  });

  const underWay = new Map<ServerResponse, IncomingMessage>();
  /** Complete answers that clients have not read, the oldest first. */
  const unread = new Set<ServerResponse>();
  server.on("request", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!server.listening) return void incoming.socket.destroy();
    underWay.set(outgoing, incoming);
    let timer: NodeJS.Timeout | undefined;
    outgoing.once("prefinish", () => {
      // The system has taken the whole answer.
      if (outgoing.writableLength === 0) return;
      unread.add(outgoing);
      timer = setTimeout(() => outgoing.destroy(), answerTimeout);
      makeRoom();
    });
    outgoing.once("close", () => {
      clearTimeout(timer);
      unread.delete(outgoing);
      underWay.delete(outgoing);
    });
    listener(incoming, outgoing);
  });
  /** Closes the connections whose answers have waited longest, until the rest is within the limit. */
  const makeRoom = (): void => {
    let bytes = 0;
    for (const { writableLength } of unread) bytes += writableLength;
    for (const outgoing of unread) {
      if (bytes <= maxUnreadBytes) return;
      bytes -= outgoing.writableLength;
      unread.delete(outgoing);
      outgoing.destroy();
    }
  };

  return {
    /** Connections that are open, and those that were refused, since their address had too many. */
    counts: () => ({ connections: open.size, refused }),
    /**
     * Starts to listen.
     * @returns the URL, without a slash at the end
     * @throws Error with the reason, if it cannot listen there
     */
    async listen({ host, port }: { readonly host: string; readonly port: number }): Promise<string> {
      try {
        server.listen(port, host);
        await once(server, "listening");
      } catch (thrown) {
        const { code, message } = thrown as NodeJS.ErrnoException;
        const why = code === "EADDRINUSE" ? "the port is in use; choose another" : message;
        throw new Error(`Cannot listen on ${printable(host)}, port ${port}: ${why}.`);
      }
      const { port: actualPort } = server.address() as AddressInfo;
      return `http://${host.includes(":") ? `[${host}]` : host}:${actualPort}`;
    },
    /** Refuses new requests, answers complete ones, and ends all connections, at the latest when the signal is aborted. */
    async close(deadline: AbortSignal): Promise<void> {
      const closed = once(server, "close");
      server.close();
      const answered = [...underWay].map(async ([outgoing, incoming]) => {
        if (!incoming.complete) incoming.destroy();
        if (!outgoing.closed) await once(outgoing, "close");
      });
      await Promise.race([Promise.all(answered), aborted(deadline)]);
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Resolves when the signal is aborted. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}

/**
 * The address by which a client is limited. IPv6 counts by its first 64 bits, since one machine may have all addresses that
 * begin so. Undefined addresses, of connections that are already gone, count as one.
 */
export function clientAddress(remote: string | undefined): string {
  const address = (remote ?? "").replace(/^::ffff:/i, "");
  return isIPv6(address) ? `${ipv6Groups(address).slice(0, 4).join(":")}::/64` : address;
}
