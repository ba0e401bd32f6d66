import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { currentRequest } from "../../../legacy/request";
import { type LegacyRoute, legacyBasePath, legacyPath, legacyRoute } from "../../../legacy/routes";
import { decodeForm } from "../../../service/form";
import { joinBody } from "../../../webhooks/raw-body";
import { closerOf, listenOn } from "../../server";
import { errorAnswer, type LegacyAnswer } from "./answer";
import { type Caller, type Callers, readCredentials } from "./callers";
import { forward } from "./forward";

/** A request that was answered, as far as it may be told. */
export interface Use {
  readonly route: LegacyRoute | undefined;
  readonly method: string;
  /** As the specification writes it, with the id in it. */
  readonly path: string;
  /** What calls itself so, without the caller's credentials; empty if it does not. */
  readonly program: string;
  readonly status: number;
}

/** A server that takes requests of version 3.0. */
export interface LegacyServer {
  /** Root of the API, with the version segment. */
  readonly url: string;
  /** Takes no more requests, answers those that have come whole, and ends. */
  close(): Promise<void>;
}

const largestBody = 1_000_000;

/** Listens. @throws Error that says why it cannot */
export async function openLegacyServer(
  where: { readonly host: string; readonly port: number },
  callers: Callers,
  onUse: (use: Use) => void,
): Promise<LegacyServer> {
  const server = createServer((incoming, outgoing) => void handle(incoming, outgoing, callers, onUse));
  const close = closerOf(server);
  const root = await listenOn(server, where);
  return { url: `${root}${legacyBasePath}`, close };
}

/** Answers one request. It never rejects. */
async function handle(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  callers: Callers,
  onUse: (use: Use) => void,
): Promise<void> {
  const { method = "" } = incoming;
  const { pathname, query } = targetOf(incoming);
  const path = pathname.startsWith(`${legacyBasePath}/`) ? pathname.slice(legacyBasePath.length) : undefined;
  const route = path === undefined ? undefined : legacyRoute(method, path);
  const gone = goneSignal(outgoing);
  let program = "";
  const answered = async (): Promise<LegacyAnswer> => {
    const credentials = readCredentials(incoming.headers.authorization);
    if (credentials === undefined) return errorAnswer(401, "Authentication failed: HTTP Basic is needed.");
    const work = (caller: Caller) => {
      program = caller.redaction.message(incoming.headers["user-agent"] ?? "");
      return respond(incoming, route, query, caller, gone);
    };
    return (await callers.serve(credentials, work)) ?? tooBusy;
  };
  try {
    const answer = await answered();
    onUse({
      route,
      method,
      path: path === undefined ? pathname : legacyPath(path),
      program,
      status: answer.status,
    });
    await send(outgoing, answer);
    // What is left of a body that is too large is passed over, so that its sender comes to read the answer.
    incoming.resume();
  } catch {
    // The program broke off within its request: nobody is there to be answered, and nothing was sent on.
    outgoing.destroy();
  }
}

const tooBusy = errorAnswer(503, "Too many accounts are being served at once.", { "Retry-After": "1" });

async function respond(
  incoming: IncomingMessage,
  route: LegacyRoute | undefined,
  query: URLSearchParams,
  caller: Caller,
  gone: AbortSignal,
): Promise<LegacyAnswer> {
  if (route === undefined) return errorAnswer(404, "There is no such operation in version 3.0.");
  // A request that is destroyed because its body is too large could not be answered.
  const bytes = await joinBody(incoming.iterator({ destroyOnReturn: false }), largestBody);
  if (bytes === undefined)
    return errorAnswer(413, "Bad request: the body is too large.", { Connection: "close" });
  const type = (incoming.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  if (bytes.byteLength > 0 && type !== "application/x-www-form-urlencoded") {
    return errorAnswer(400, "Bad request: the body must be application/x-www-form-urlencoded.");
  }
  const form = decodeForm(Buffer.from(bytes).toString());
  if (form === undefined) return errorAnswer(400, "Bad request: the body is not a well-formed form.");
  return forward(route, currentRequest(route, [...query], form), caller, gone);
}

function targetOf({ url = "/" }: IncomingMessage): {
  readonly pathname: string;
  readonly query: URLSearchParams;
} {
  const [pathname = "/", ...query] = url.split("?");
  return { pathname, query: new URLSearchParams(query.join("?")) };
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
  // Until it is on its way, or nobody waits for it any more.
  if (!outgoing.writableFinished) await Promise.race([once(outgoing, "finish"), once(outgoing, "close")]);
}
