import http2, { type IncomingHttpHeaders, type ServerHttp2Session, type ServerHttp2Stream } from "node:http2";
import type { Duplex } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { answerCall } from "./call";
import type { Route } from "./service";
import { Status } from "./status";

/** What a client may send on a call, and on a connection, before it hears that it was read, in bytes. */
const WINDOW = 4 * 1024 * 1024;

/**
 * Calls that are cancelled are no reason to end those beside them, however many there are. Node 20 has no such options: it
 * ends a connection after a thousand cancelled calls in a burst.
 */
const RESETS = { streamResetBurst: 2 ** 32 - 1, streamResetRate: 2 ** 32 - 1 };

/** A gRPC server without a socket of its own. */
export interface GrpcServer {
  /** Serves a connection, whoever is at its other end: who may connect is settled before. */
  readonly serve: (connection: Duplex) => void;
  /** Takes no new calls; settles when those that there are have been answered and the answers sent. */
  readonly close: () => Promise<void>;
}

/**
 * Makes a server for unary and server-streaming calls, on Node's own HTTP/2 (gRPC over HTTP2; PROTOCOL-HTTP2.md).
 *
 * It is written here because grpc-js takes longer to load than everything else that a plugin is made of. What Terraform
 * never uses is left out: compression, metadata, streams of requests.
 *
 * @param routes by the path of a call; every other path is UNIMPLEMENTED
 */
export function createGrpcServer(routes: ReadonlyMap<string, Route>): GrpcServer {
  const sessions = new Set<ServerHttp2Session>();
  const streams = new Set<ServerHttp2Stream>();
  const server = http2.createServer({
    ...RESETS,
    settings: { initialWindowSize: WINDOW },
    // In MB. The default, 10, would have calls refused while large messages are on their way.
    maxSessionMemory: Number.MAX_SAFE_INTEGER,
  });
  server.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
    session.setLocalWindowSize(WINDOW);
  });
  server.on("stream", (stream, headers) => {
    streams.add(stream);
    stream.once("close", () => streams.delete(stream));
    // There is nobody to tell: an error of a stream is that its client went away.
    stream.on("error", () => {});
    take(stream, headers, routes);
  });
  return {
    serve: (connection) => server.emit("connection", connection),
    close: async () => {
      for (const session of sessions) session.goaway();
      for (const stream of streams) await closed(stream);
      // What a stream sends last is written in the turn of the event loop after it has closed.
      await setImmediate();
    },
  };
}

function take(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  routes: ReadonlyMap<string, Route>,
): void {
  const route = routes.get(headers[":path"] ?? "");
  const isGrpc = headers["content-type"]?.startsWith("application/grpc") && headers[":method"] === "POST";
  if (isGrpc && route !== undefined) {
    answerCall(stream, headers, route);
    return;
  }
  const unimplemented = { "grpc-status": Status.UNIMPLEMENTED, "grpc-message": "" };
  const answer = isGrpc
    ? { ":status": 200, "content-type": "application/grpc", ...unimplemented }
    : { ":status": 415 };
  stream.respond(answer, { endStream: true });
  // Unread, a request would keep the stream open, and fill the window of its connection.
  stream.resume();
}

function closed(stream: ServerHttp2Stream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.closed && stream.destroyed) return resolve();
    stream.once("close", () => resolve());
  });
}
