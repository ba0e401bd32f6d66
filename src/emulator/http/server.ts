import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { legacyBasePath, legacyPath, legacyRoute } from "../../legacy/routes";
import { controlPath } from "../control";
import type { Port } from "../faults";
import { currentCall } from "./current-call";
import { legacyCall } from "./legacy-call";
import { type Operation, operations } from "./operations";
import type { Incoming } from "./request-handler";

/** Version segment that starts the paths of version 4.0 (docs/design/api.md#versioning). */
const basePath = "/4.0";

/** The HTTP server: a port that can be closed and opened again, and one route for each operation. */
export class EmulatorServer implements Port {
  private readonly server: Server;
  private opening: Promise<void> = Promise.resolve();
  private wanted = false;

  constructor(
    handle: (request: Incoming) => Promise<void>,
    control: Control | undefined,
    private readonly host: string,
    private port: number,
  ) {
    const listener = getRequestListener(router(handle, control).fetch, { overrideGlobalObjects: false });
    this.server = createServer({ keepAliveTimeout: 65_000 }, (incoming, outgoing) => {
      if (!this.wanted) outgoing.shouldKeepAlive = false;
      void listener(incoming, outgoing);
    });
  }

  /** Address of the API, with the version segment. */
  get url(): string {
    return this.origin + basePath;
  }

  /** Address of the legacy API, likewise. */
  get legacyUrl(): string {
    return this.origin + legacyBasePath;
  }

  /** Address of the control endpoint. */
  get controlUrl(): string {
    return this.origin + controlPath;
  }

  private get origin(): string {
    return `http://${this.host.includes(":") ? `[${this.host}]` : this.host}:${this.port}`;
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

type Handle = (request: Incoming) => Promise<void>;

/** Answers the requests to the control endpoint. */
type Control = (context: Context<Environment>) => Promise<Response>;

function router(handle: Handle, control: Control | undefined): Hono<Environment> {
  const app = new Hono<Environment>();
  if (control !== undefined) app.all(`${controlPath}/*`, control);
  for (const operation of operations) {
    app.on(operation.method, route(operation), (context) => {
      const id = (context.req.param("id") ?? "").replace(/\.json$/, "");
      return pass(context, { ...currentPath(context), called: currentCall(operation, id) }, handle);
    });
  }
  app.all(`${legacyBasePath}/*`, (context) => pass(context, legacyTarget(context), handle));
  app.notFound((context) =>
    pass(context as Context<Environment>, { ...currentPath(context), called: undefined }, handle),
  );
  return app;
}

type Target = Pick<Incoming, "version" | "path" | "called">;

async function pass(context: Context<Environment>, target: Target, handle: Handle): Promise<Response> {
  const { incoming, outgoing } = context.env as { incoming: IncomingMessage; outgoing: ServerResponse };
  try {
    await handle({ incoming, outgoing, ...target });
  } catch {
    outgoing.destroy();
  }
  return RESPONSE_ALREADY_SENT;
}

/** The route of an operation: `.json` at the end belongs to the id where the id is last. */
function route({ path, suffix }: Operation): string {
  return (
    basePath +
    (path.endsWith("{id}")
      ? path.replace("{id}", ":id{[^/]+\\.json}")
      : path.replace("{id}", ":id") + (suffix ?? ".json"))
  );
}

/** Paths as the specification writes them: below the base URL, without `.json`; as sent for anything else. */
function currentPath(context: Context): Pick<Target, "version" | "path"> {
  const path = pathOf(context);
  const known = path.startsWith(`${basePath}/`);
  return { version: "4.0", path: known ? path.slice(basePath.length).replace(/\.json$/, "") : path };
}

function legacyTarget(context: Context): Target {
  const path = pathOf(context).slice(legacyBasePath.length);
  const found = legacyRoute(context.req.method, path);
  return { version: "3.0", path: legacyPath(path), called: found && legacyCall(found) };
}

function pathOf(context: Context): string {
  const { incoming } = context.env as HttpBindings;
  return (incoming.url ?? "/").split("?")[0] ?? "/";
}
