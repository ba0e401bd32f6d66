import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Milliseconds that a client may take to send a request, so that slow ones take no connection from others. */
const usualLimits = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 };
const maxConnections = 2_000;

/** The HTTP server. Its port can be closed and reopened. */
export class EmulatorServer {
  readonly #server: Server;
  #opening: Promise<void> = Promise.resolve();
  #isOpen = false;

  constructor(
    handle: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>,
    private readonly host: string,
    private port: number,
    limits: typeof usualLimits = usualLimits,
  ) {
    this.#server = createServer({ keepAliveTimeout: 65_000, ...limits }, (incoming, outgoing) => {
      if (!this.#isOpen) outgoing.shouldKeepAlive = false;
      handle(incoming, outgoing).catch(() => outgoing.destroy());
    });
    this.#server.maxConnections = maxConnections;
  }

  /** The URL of the server, without a path. */
  get origin(): string {
    return `http://${this.host.includes(":") ? `[${this.host}]` : this.host}:${this.port}`;
  }

  /** Accepts connections, always on the first port. */
  open(): Promise<void> {
    if (this.#isOpen) return this.#opening;
    this.#isOpen = true;
    this.#opening = this.#listen();
    return this.#opening;
  }

  /** Refuses connections. Requests in flight finish. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#server.close();
  }

  /** Ends every connection. */
  destroy(): void {
    this.close();
    this.#server.closeAllConnections();
  }

  async #listen(): Promise<void> {
    this.#server.listen(this.port, this.host);
    await once(this.#server, "listening");
    this.port = (this.#server.address() as AddressInfo).port;
  }
}
