import { once } from "node:events";
import http2, { type ServerHttp2Session, type ServerHttp2Stream } from "node:http2";
import type { Duplex } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { answerCall, type Calls } from "./call";
import { type Route, Status } from "./service";

/** The HTTP/2 flow-control window of a call and of a connection, in bytes. */
const windowSize = 4 * 1024 * 1024;

/**
 * Disables the limit on cancelled calls, which would end a connection with its other calls. Node 20 has no such options: it
 * ends a connection after a burst of a thousand cancelled calls.
 */
const resetLimits = { streamResetBurst: 2 ** 32 - 1, streamResetRate: 2 ** 32 - 1 };

/**
 * Creates a server without a socket of its own for unary and server-streaming calls, on Node's HTTP/2 (gRPC over HTTP2; PROTOCOL-HTTP2.md).
 *
 * It replaces grpc-js, which takes longer to load than the rest of a plugin. It omits features that Terraform does not use:
 * compression, metadata, and client streaming.
 *
 * @param routes by path; every other path is UNIMPLEMENTED
 */
export function createGrpcServer(routes: ReadonlyMap<string, Route>, shared: Omit<Calls, "running">) {
  const calls = { ...shared, running: new Set<Promise<void>>() };
  const sessions = new Set<ServerHttp2Session>();
  const streams = new Set<ServerHttp2Stream>();
  const server = http2.createServer({
    ...resetLimits,
    settings: { initialWindowSize: windowSize },
    // In MB. With the default, 10, calls are rejected while large messages are in transit.
    maxSessionMemory: Number.MAX_SAFE_INTEGER,
  });
  server.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
    session.setLocalWindowSize(windowSize);
  });
  server.on("stream", (stream, headers) => {
    streams.add(stream);
    stream.once("close", () => streams.delete(stream));
    // The error of a stream is that its client disconnected.
    stream.on("error", () => {});
    const route = routes.get(headers[":path"] ?? "");
    const isGrpc = headers["content-type"]?.startsWith("application/grpc") && headers[":method"] === "POST";
    if (isGrpc && route !== undefined) return answerCall(stream, headers, route, calls);
    const unimplemented = { "grpc-status": Status.UNIMPLEMENTED, "grpc-message": "" };
    const answer = isGrpc
      ? { ":status": 200, "content-type": "application/grpc", ...unimplemented }
      : { ":status": 415 };
    stream.respond(answer, { endStream: true });
    // An unread request would keep the stream open, and fill the window of its connection.
    stream.resume();
  });
  return {
    /** Serves a connection. Clients must be authenticated before. */
    serve: (connection: Duplex) => server.emit("connection", connection),
    /** Resolves when no call is in progress. */
    idle: async () => {
      while (calls.running.size > 0) await Promise.all(calls.running);
    },
    /** Accepts no new calls. Resolves when the responses of all calls are sent. */
    close: async () => {
      for (const session of sessions) session.goaway();
      // A stream with an error sends nothing more.
      for (const stream of streams) await once(stream, "close").catch(() => undefined);
      // The last frame of a stream is written in the next iteration of the event loop.
      await setImmediate();
    },
  };
}
