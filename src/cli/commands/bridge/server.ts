import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { currentRequest, type SentPairs } from "../../../legacy/request";
import { type LegacyRoute, legacyBasePath, legacyPath, legacyRoute } from "../../../legacy/routes";
import { clientAddress } from "../../server/client-address";
import { type GuardedServer, guardedServer, type ServerLimits } from "../../server/server";
import { errorAnswer, type LegacyAnswer, refusalOf, textAnswer } from "./answer";
import type { Callers, Served } from "./callers";
import { forward } from "./forward";
import { Metrics, metricsType } from "./metrics";
import { forwardedFor, readCredentials, readForm, targetOf } from "./request";
import type { Use } from "./usage";

/** How requests of version 3.0 are answered. */
export interface LegacyServerOptions {
  /** Whether a parameter that an operation does not know is refused. Default: it is ignored. */
  readonly refuseUnknown?: boolean;
  /** Whether the address of a program is the last of `X-Forwarded-For`. Default: it is that of the connection. */
  readonly trustProxy?: boolean;
  /** Whether `/metrics` is answered. Default: it is not. */
  readonly metrics?: boolean;
  readonly limits?: ServerLimits;
}

/** A server that takes requests of version 3.0. */
export interface LegacyServer {
  /** Root of the API, with the version segment. */
  readonly url: string;
  /** Connections that are open. */
  readonly connections: number;
  /** Takes no more requests, answers those that have come whole, and ends, at the latest when the signal is aborted. */
  close(deadline: AbortSignal): Promise<void>;
}

/** Fields of a query or a body. Operations know six at most. */
const mostFields = 100;
const longestShown = 100;

/** Listens. @throws Error that says why it cannot */
export async function openLegacyServer(
  where: { readonly host: string; readonly port: number },
  callers: Callers,
  options: LegacyServerOptions,
  onUse: (use: Use) => void,
): Promise<LegacyServer> {
  const metrics = new Metrics();
  const server: GuardedServer = guardedServer(
    (incoming, outgoing) => void handle(incoming, outgoing),
    options.limits,
  );
  const root = await server.listen(where);
  return {
    url: `${root}${legacyBasePath}`,
    get connections() {
      return server.connections;
    },
    close: (deadline) => server.close(deadline),
  };

  /** Answers one request. It never rejects. */
  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { pathname, query } = targetOf(incoming);
    const own = ownAnswer(incoming.method, pathname);
    try {
      await (own === undefined ? answer(incoming, outgoing, pathname, query) : send(outgoing, own));
      // What is left of a body is passed over, so that its sender comes to read the answer.
      incoming.resume();
    } catch {
      // The program broke off within its request: no answer reaches it, and nothing was sent on.
      outgoing.destroy();
    }
  }

  /** The answer to what supervises the bridge. It asks the service nothing, since requests are scarce. */
  function ownAnswer(method: string | undefined, pathname: string): LegacyAnswer | undefined {
    if (method !== "GET" && method !== "HEAD") return undefined;
    if (pathname === "/healthz") return textAnswer("ok\n");
    if (pathname !== "/metrics" || options.metrics !== true) return undefined;
    return textAnswer(
      metrics.text({
        connections: server.connections,
        refusedConnections: server.refused,
        accounts: callers.accounts,
        requestsSent: callers.requestsSent,
      }),
      metricsType,
    );
  }

  /** Answers a request of a program, and counts it. */
  async function answer(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    pathname: string,
    query: URLSearchParams,
  ): Promise<void> {
    const started = callers.now();
    const ended = metrics.begin();
    const { method = "", headers, socket } = incoming;
    const below = belowVersion(pathname);
    const asked: Asked = {
      route: below === undefined ? undefined : legacyRoute(method, below),
      query: [...query],
      address: clientAddress(options.trustProxy ? forwardedFor(incoming) : socket.remoteAddress),
      gone: goneSignal(outgoing),
    };
    try {
      const { answer, accepted } = await serve(incoming, asked);
      const use: Use = {
        ...{ route: asked.route, method, address: asked.address, status: answer.status },
        path: (below === undefined ? pathname : legacyPath(below)).slice(0, longestShown),
        program: accepted?.shown(headers["user-agent"] ?? "", longestShown),
        milliseconds: callers.now() - started,
      };
      metrics.count(use);
      onUse(use);
      await send(outgoing, answer);
    } finally {
      ended();
    }
  }

  async function serve(incoming: IncomingMessage, { route, query, address, gone }: Asked): Promise<Served> {
    const credentials = readCredentials(incoming.headers.authorization);
    if (credentials === undefined)
      return { answer: errorAnswer(401, "Authentication failed: HTTP Basic is needed.") };
    // The whole body comes first: until then, the request touches nothing of an account.
    const form = route === undefined ? [] : await readForm(incoming);
    if ("status" in form) return { answer: form };
    if (Math.max(query.length, form.length) > mostFields)
      return { answer: errorAnswer(400, "Bad request: too many fields.") };
    return callers.serve(credentials, address, async (caller) => {
      if (route === undefined) return errorAnswer(404, "Version 3.0 has no such operation.");
      const request = currentRequest(route, query, form);
      const refusal = refusalOf(route, request, options.refuseUnknown ?? false);
      return refusal ?? forward(route, request, caller, gone);
    });
  }
}

/** What the head of a request says. */
interface Asked {
  readonly route: LegacyRoute | undefined;
  readonly query: SentPairs;
  readonly address: string;
  /** Aborted when the program does not wait for its answer any more. */
  readonly gone: AbortSignal;
}

/** The path below the version segment; undefined for every other path. */
function belowVersion(pathname: string): string | undefined {
  return pathname.startsWith(`${legacyBasePath}/`) ? pathname.slice(legacyBasePath.length) : undefined;
}

function goneSignal(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  return gone.signal;
}

async function send(outgoing: ServerResponse, { status, headers, body }: LegacyAnswer): Promise<void> {
  if (outgoing.destroyed) return;
  const bytes = Buffer.from(body);
  outgoing.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": bytes.length,
    ...headers,
  });
  outgoing.end(bytes);
  // Until it is on its way, or the connection is gone.
  if (!outgoing.writableFinished) await Promise.race([once(outgoing, "finish"), once(outgoing, "close")]);
}
