import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { legacyBasePath, legacyPath, legacyRoute } from "../../legacy/routes";
import type { Port } from "../faults";
import { controlPath } from "./control";
import { aclsCall, currentCall, legacyCall } from "./legacy-call";
import { type Operation, operations } from "./operations";
import type { IncomingRequest } from "./request-handler";

/** The version segment in paths of version 4.0 (docs/design/api.md#versioning). */
export const basePath = "/4.0";

/** The HTTP server, with one route per operation. Its port can be closed and reopened. */
export class EmulatorServer implements Port {
  readonly #server: Server;
  #opening: Promise<void> = Promise.resolve();
  #isOpen = false;
  readonly #host: string;
  #port: number;

  constructor(handle: Handle, control: Control | undefined, host: string, port: number) {
    this.#host = host;
    this.#port = port;
    const listener = getRequestListener(
      (request, bindings) => app.fetch(request, { ...(bindings as HttpBindings), handle, control }),
      { overrideGlobalObjects: false },
    );
    this.#server = createServer({ keepAliveTimeout: 65_000 }, (incoming, outgoing) => {
      if (!this.#isOpen) outgoing.shouldKeepAlive = false;
      void listener(incoming, outgoing);
    });
  }

  /** The URL of the server, without a path. */
  get origin(): string {
    return `http://${this.#host.includes(":") ? `[${this.#host}]` : this.#host}:${this.#port}`;
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
    this.#server.closeIdleConnections();
  }

  /** Ends every connection. */
  destroy(): void {
    this.close();
    this.#server.closeAllConnections();
  }

  #listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(this.#port, this.#host, () => {
        this.#server.removeListener("error", reject);
        this.#port = (this.#server.address() as AddressInfo).port;
        resolve();
      });
    });
  }
}

/** The request and response of Node, and what handles them. */
type Environment = {
  Bindings: HttpBindings & { readonly handle: Handle; readonly control: Control | undefined };
};

type Handle = (request: IncomingRequest) => Promise<void>;

/** Handles requests to the control endpoint. */
type Control = (context: Context) => Promise<Response>;

/** The routes of all servers: Hono takes as long to prepare them as to answer several requests. */
const app = new Hono<Environment>();
app.all(`${controlPath}/*`, (context) => context.env.control?.(context) ?? unknown(context));
for (const operation of operations) {
  app.on(operation.method, route(operation), (context) => {
    const id = (context.req.param("id") ?? "").replace(/\.json$/, "");
    return pass(context, { ...currentPath(context), called: currentCall(operation, id) });
  });
}
app.all(`${legacyBasePath}/*`, (context) => pass(context, legacyTarget(context)));
app.notFound((context) => unknown(context as Context<Environment>));

const unknown = (context: Context<Environment>): Promise<Response> =>
  pass(context, { ...currentPath(context), called: undefined });

type Target = Pick<IncomingRequest, "version" | "path" | "called" | "isXml">;

async function pass({ env }: Context<Environment>, target: Target): Promise<Response> {
  const { handle, incoming, outgoing } = env;
  try {
    await handle({ incoming, outgoing, ...target });
  } catch {
    outgoing.destroy();
  }
  return RESPONSE_ALREADY_SENT;
}

/** The route of an operation. If the path ends with the id, `.json` is part of that segment. */
function route({ path, suffix }: Operation): string {
  return (
    basePath +
    (path.endsWith("{id}")
      ? path.replace("{id}", ":id{[^/]+\\.json}")
      : path.replace("{id}", ":id") + (suffix ?? ".json"))
  );
}

/** The path as in the specification: below the base URL, without `.json`. Other paths are unchanged. */
function currentPath(context: Context): Pick<Target, "version" | "path"> {
  const path = pathOf(context);
  const known = path.startsWith(`${basePath}/`);
  return { version: "4.0", path: known ? path.slice(basePath.length).replace(/\.json$/, "") : path };
}

function legacyTarget(context: Context): Target {
  const path = pathOf(context)
    .slice(legacyBasePath.length)
    .replace(/\.xml$/, "");
  const legacy = legacyRoute(context.req.method, path);
  const isAcls = context.req.method === "GET" && legacyPath(path) === "/acls";
  return {
    version: "3.0",
    path: legacyPath(path),
    called: legacy === undefined ? (isAcls ? aclsCall : undefined) : legacyCall(legacy),
    isXml: pathOf(context).endsWith(".xml"),
  };
}

function pathOf(context: Context): string {
  const { incoming } = context.env as HttpBindings;
  return (incoming.url ?? "/").split("?")[0] ?? "/";
}
