import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { printable } from "../output/terminal";
import { clientAddress } from "./client-address";
import { ConcurrencyLimit } from "./concurrency-limit";

/** Limits for one client of a server. Times are in milliseconds. */
export interface ServerLimits {
  /** Until a request's headers are complete, from the start of the connection or of the request. Default 10 s. */
  readonly headersTimeout?: number;
  /** Until a request is complete with its body. Default 30 s. */
  readonly requestTimeout?: number;
  /** How long a client may read nothing of an answer. Default 30 s. */
  readonly answerTimeout?: number;
  /** How often the first two are checked. Default 1 s. */
  readonly checkingInterval?: number;
  /** Connections from one address. Default 256. */
  readonly connectionsPerAddress?: number;
}

/** A server with limits per client. */
export interface GuardedServer {
  /** Connections that are open. */
  readonly connections: number;
  /** Connections that were refused, since their address had too many. */
  readonly refused: number;
  /**
   * Starts to listen.
   * @returns the URL, without a slash at the end
   * @throws Error with the reason, if it cannot listen there
   */
  listen(where: { readonly host: string; readonly port: number }): Promise<string>;
  /** Refuses new requests, answers complete ones, and ends all connections, at the latest when the signal is aborted. */
  close(deadline: AbortSignal): Promise<void>;
}

/** Connections in all: each may hold one body in memory. */
const mostConnections = 2_000;
/** Requests of one connection that wait for those before them. */
const mostPipelined = 10;

/** Creates a server. The listener gets one request of a connection at a time, so that pipelined ones keep their order. */
export function guardedServer(listener: RequestListener, limits: ServerLimits = {}): GuardedServer {
  const { answerTimeout = 30_000, connectionsPerAddress = 256 } = limits;
  const server = createServer({
    headersTimeout: limits.headersTimeout ?? 10_000,
    requestTimeout: limits.requestTimeout ?? 30_000,
    connectionsCheckingInterval: limits.checkingInterval ?? 1_000,
  });
  server.maxHeadersCount = 100;
  server.maxConnections = mostConnections;

  const perAddress = new ConcurrencyLimit<string>(connectionsPerAddress);
  let refused = 0;
  server.on("connection", (socket) => {
    const free = perAddress.acquire(clientAddress(socket.remoteAddress));
    if (free === undefined) {
      refused += 1;
      socket.destroy();
      return;
    }
    socket.once("close", free);
  });

  const lines = new WeakMap<Socket, { last: ServerResponse; waiting: number }>();
  const underWay = new Map<ServerResponse, IncomingMessage>();
  let isClosing = false;
  const start = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    // The connection broke while the request waited, or everything ends.
    if (incoming.socket.destroyed || isClosing) {
      incoming.socket.destroy();
      return;
    }
    underWay.set(outgoing, incoming);
    outgoing.once("close", () => underWay.delete(outgoing));
    // Node ends a connection that makes no progress for so long, from when the answer is complete until it is sent.
    outgoing.once("prefinish", () => outgoing.setTimeout(answerTimeout));
    listener(incoming, outgoing);
  };
  server.on("request", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming;
    const line = lines.get(socket);
    if (line === undefined || line.last.closed) {
      lines.set(socket, { last: outgoing, waiting: 0 });
      start(incoming, outgoing);
    } else if (line.waiting === mostPipelined) {
      socket.destroy();
    } else {
      const before = line.last;
      line.last = outgoing;
      line.waiting += 1;
      before.once("close", () => {
        line.waiting -= 1;
        start(incoming, outgoing);
      });
    }
  });

  return {
    get connections() {
      return perAddress.total;
    },
    get refused() {
      return refused;
    },
    async listen({ host, port }) {
      try {
        server.listen(port, host);
        await once(server, "listening");
      } catch (thrown) {
        const { code, message } = thrown as NodeJS.ErrnoException;
        const why = code === "EADDRINUSE" ? "the port is in use; choose another with --port" : message;
        throw new Error(`Cannot listen on ${printable(host)}, port ${port}: ${why}.`);
      }
      const { port: actualPort } = server.address() as AddressInfo;
      return `http://${host.includes(":") ? `[${host}]` : host}:${actualPort}`;
    },
    async close(deadline) {
      isClosing = true;
      const closed = once(server, "close");
      server.close();
      server.closeIdleConnections();
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
