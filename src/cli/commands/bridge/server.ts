import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";
import { currentRequest } from "../../../legacy/request";
import { type LegacyRoute, legacyBasePath, legacyPath, legacyRoute } from "../../../legacy/routes";
import { clientAddress } from "../../client-address";
import { type GuardedServer, guardedServer, type ServerLimits } from "../../server";
import { errorAnswer, type LegacyAnswer, textAnswer } from "./answer";
import type { Callers, Served } from "./callers";
import { readCredentials } from "./credentials";
import { forward } from "./forward";
import { Metrics, metricsType } from "./metrics";
import { readForm } from "./read-form";
import { refusalOf } from "./refusal";

/** A request that was answered, as far as it may be shown. */
export interface Use {
  readonly route: LegacyRoute | undefined;
  readonly method: string;
  /** As the specification writes it, with the id in it; at most 100 characters. */
  readonly path: string;
  /** What calls itself so, without the caller's credentials; empty if it does not. Undefined if the credentials were not accepted. */
  readonly program: string | undefined;
  readonly address: string;
  readonly status: number;
  readonly milliseconds: number;
}

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

/** A field of a query or a body. Operations know six at most. */
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

  async function answer(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    pathname: string,
    query: URLSearchParams,
  ): Promise<void> {
    const started = callers.now();
    const gone = goneSignal(outgoing);
    const { method = "" } = incoming;
    const address = clientAddress(
      options.trustProxy ? forwardedFor(incoming) : incoming.socket.remoteAddress,
    );
    const path = pathname.startsWith(`${legacyBasePath}/`)
      ? legacyPath(pathname.slice(legacyBasePath.length))
      : pathname;
    const route = path === pathname ? undefined : legacyRoute(method, pathname.slice(legacyBasePath.length));
    let program = "";
    const ended = metrics.begin();
    const served = async (): Promise<Served> => {
      const refused = (answer: LegacyAnswer) => ({ answer, accepted: false });
      const credentials = readCredentials(incoming.headers.authorization);
      if (credentials === undefined)
        return refused(errorAnswer(401, "Authentication failed: HTTP Basic is needed."));
      // The whole body comes first: until then, the request touches nothing of an account.
      const form = route === undefined ? [] : await readForm(incoming);
      if ("status" in form) return refused(form);
      const asked = [...query];
      if (Math.max(asked.length, form.length) > mostFields)
        return refused(errorAnswer(400, "Bad request: too many fields."));
      return callers.serve(credentials, address, async (caller) => {
        program = caller.shown(incoming.headers["user-agent"] ?? "", longestShown);
        if (route === undefined) return errorAnswer(404, "There is no such operation in version 3.0.");
        const request = currentRequest(route, asked, form);
        const refusal = refusalOf(route, request, options.refuseUnknown ?? false);
        return refusal ?? forward(route, request, caller, gone);
      });
    };
    try {
      const { answer, accepted } = await served();
      const { status } = answer;
      const use: Use = {
        ...{ route, method, path: path.slice(0, longestShown), address, status },
        program: accepted ? program : undefined,
        milliseconds: callers.now() - started,
      };
      metrics.count(use);
      onUse(use);
      await send(outgoing, answer);
    } finally {
      ended();
    }
  }
}

/** The path and the query of a request's target, which may be a whole URL (RFC 9112, 3.2.2). */
function targetOf({ url = "/" }: IncomingMessage): {
  readonly pathname: string;
  readonly query: URLSearchParams;
} {
  const target = url.replace(/^https?:\/\/[^/?]*/i, "");
  const end = target.indexOf("?");
  return {
    pathname: end < 0 ? target : target.slice(0, end),
    query: new URLSearchParams(end < 0 ? "" : target.slice(end + 1)),
  };
}

/** The address that the proxy in front added: those before it may be invented. */
function forwardedFor({ headers, socket }: IncomingMessage): string | undefined {
  const last = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",").at(-1)?.trim();
  return last !== undefined && isIP(last) !== 0 ? last : socket.remoteAddress;
}

/** Aborted when the program does not wait for its answer any more. */
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
