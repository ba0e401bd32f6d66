import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import type { Port } from "../faults";
import { type Operation, operations } from "./operations";
import type { Incoming } from "./request-handler";

/** Version segment that starts every path (api-4.0, Versioning). */
const basePath = "/4.0";

/** The HTTP server: a port that can be closed and opened again, and one route for each operation. */
export class EmulatorServer implements Port {
  private readonly server: Server;
  private opening: Promise<void> = Promise.resolve();
  private wanted = false;

  constructor(
    handle: (request: Incoming) => Promise<void>,
    private readonly host: string,
    private port: number,
  ) {
    const listener = getRequestListener(router(handle).fetch, { overrideGlobalObjects: false });
    this.server = createServer({ keepAliveTimeout: 65_000 }, (incoming, outgoing) => {
      if (!this.wanted) outgoing.shouldKeepAlive = false;
      void listener(incoming, outgoing);
    });
  }

  /** Address of the API, with the version segment. */
  get url(): string {
    return `http://${this.host.includes(":") ? `[${this.host}]` : this.host}:${this.port}${basePath}`;
  }

  /** Accepts connections; always on the port that was taken first. */
  open(): Promise<void> {
    if (this.wanted) return this.opening;
    this.wanted = true;
    this.opening = this.listen();
    return this.opening;
  }

  /** Refuses connections. Requests in flight are answered. */
  close(): void {
    if (!this.wanted) return;
    this.wanted = false;
    this.server.close();
    this.server.closeIdleConnections();
  }

  /** Ends every connection. */
  destroy(): void {
    this.close();
    this.server.closeAllConnections();
  }

  private listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.server.once("error", reject);
      this.server.listen(this.port, this.host, () => {
        this.server.removeListener("error", reject);
        this.port = (this.server.address() as AddressInfo).port;
        resolve();
      });
    });
  }
}

type Environment = { Bindings: HttpBindings };

function router(handle: (request: Incoming) => Promise<void>): Hono<Environment> {
  const app = new Hono<Environment>();
  for (const operation of operations) {
    app.on(operation.method, route(operation.path), (context) => pass(context, operation, handle));
  }
  app.notFound((context) => pass(context as Context<Environment>, undefined, handle));
  return app;
}

async function pass(
  context: Context<Environment>,
  operation: Operation | undefined,
  handle: (request: Incoming) => Promise<void>,
): Promise<Response> {
  const { incoming, outgoing } = context.env as { incoming: IncomingMessage; outgoing: ServerResponse };
  const id = (context.req.param("id") ?? "").replace(/\.json$/, "");
  try {
    await handle({ incoming, outgoing, operation, path: pathOf(incoming), id });
  } catch {
    outgoing.destroy();
  }
  return RESPONSE_ALREADY_SENT;
}

/** The route of a path of the specification: `.json` at the end belongs to the id where the id is last. */
function route(path: string): string {
  return (
    basePath +
    (path.endsWith("{id}")
      ? path.replace("{id}", ":id{[^/]+\\.json}")
      : `${path.replace("{id}", ":id")}.json`)
  );
}

function pathOf(incoming: IncomingMessage): string {
  const path = (incoming.url ?? "/").split("?")[0] ?? "/";
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length).replace(/\.json$/, "") : path;
}
