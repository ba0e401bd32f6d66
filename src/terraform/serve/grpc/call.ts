import { once } from "node:events";
import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import type { Logger } from "../log";
import { decodeRequest, encodeResponse, RequestReader } from "./message";
import { type Method, type Route, Status, StatusError, statusOf } from "./service";

/** What all calls of a server share. */
export interface Calls {
  readonly logger: Logger;
  /** Aborts when the server is stopping: then a stream does not wait for its reader. */
  readonly stopping: AbortSignal;
  /** The calls in progress. Each settles without an error. */
  readonly running: Set<Promise<void>>;
}

/** Handles one call: reads the request, calls the handler, and sends the response. */
export function answerCall(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  route: Route,
  { logger, stopping, running }: Calls,
): void {
  const answer = new GrpcResponse(stream, route.method);
  // It creates its signal on first use, which costs as much as a short call. Few handlers use it.
  const cancellation = new AbortController();
  const fail = (thrown: unknown) => {
    if (!(thrown instanceof StatusError))
      logger.error("Call failed because of a bug in the provider", { rpc: route.name, error: thrown });
    answer.fail(statusOf(thrown));
    cancellation.abort();
  };
  stream.once("close", () => answer.isEnded || cancellation.abort());

  const reader = new RequestReader();
  stream.on("data", (piece: Buffer) => attempt(() => reader.add(piece), fail));
  stream.once("end", () =>
    attempt(() => {
      const request = decodeRequest(route.method, reader.message());
      if (answer.isEnded || stream.closed) return;
      logger.trace("Call", { rpc: route.name });
      const call = handle(request).catch(fail);
      running.add(call);
      void call.then(() => running.delete(call));
    }, fail),
  );
  attempt(() => limitTime(timeoutOf(headers["grpc-timeout"] as string | undefined)), fail);

  function limitTime(milliseconds: number | undefined): void {
    if (milliseconds === undefined) return;
    const late = new StatusError(Status.DEADLINE_EXCEEDED, "The call took longer than its client allows");
    const timer = setTimeout(() => fail(late), milliseconds);
    stream.once("close", () => clearTimeout(timer));
  }

  async function handle(request: unknown): Promise<void> {
    const response = await route.handler(request, cancellation);
    if (!route.method.responseStream) return answer.send(response);
    for await (const message of response as AsyncIterable<unknown>) {
      if (cancellation.signal.aborted) break;
      if (answer.write(message)) continue;
      const over = AbortSignal.any([stopping, cancellation.signal]);
      await once(stream, "drain", { signal: over }).catch(() => undefined);
    }
    answer.end();
  }
}

function attempt(step: () => void, failed: (thrown: unknown) => void): void {
  try {
    step();
  } catch (thrown) {
    failed(thrown);
  }
}

/** gRPC's units of time, in milliseconds. */
const unitMilliseconds: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1_000,
  m: 1,
  u: 0.001,
  n: 0.000_001,
};

/** The maximum of Node's timers, 24 days. A longer timeout counts as none. */
const longestTimer = 2 ** 31 - 1;

/**
 * The timeout of a call in milliseconds, from its `grpc-timeout` header, such as `100m`; undefined for no limit.
 * @throws StatusError if the header is invalid
 */
export function timeoutOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const [, amount, unit = ""] = /^(\d{1,8})([HMSmun])$/.exec(header) ?? [];
  if (amount === undefined) throw new StatusError(Status.INTERNAL, `Invalid grpc-timeout header: ${header}`);
  const milliseconds = Number(amount) * (unitMilliseconds[unit] ?? Number.NaN);
  return milliseconds <= longestTimer ? milliseconds : undefined;
}

const responseHeaders = {
  ":status": 200,
  "content-type": "application/grpc",
  // A client whose compressed message is rejected reads this header.
  "grpc-accept-encoding": "identity",
} as const;

/**
 * The response to one call on its HTTP/2 stream (gRPC over HTTP2, Responses). After its end, or that of the stream, nothing
 * is sent.
 */
class GrpcResponse {
  #hasEnded = false;

  constructor(
    private readonly stream: ServerHttp2Stream,
    private readonly method: Method,
  ) {}

  get isEnded(): boolean {
    return this.#hasEnded;
  }

  /** Sends a message. Returns false if the write buffer is full. @throws StatusError if the message is too long */
  write(response: unknown): boolean {
    const message = encodeResponse(this.method, response);
    return !this.#begin() || this.stream.write(message);
  }

  /** Sends one message and ends. @throws StatusError if the message is too long */
  send(response: unknown): void {
    // Encoded before the headers are sent, so that an encoding error fits in one frame.
    this.end(encodeResponse(this.method, response));
  }

  /** Ends the response with status OK, after an encoded message, if there is one. */
  end(message?: Uint8Array): void {
    if (!this.#begin()) return;
    this.#hasEnded = true;
    this.stream.end(message);
  }

  /** Ends the response with an error status, and discards the rest of the request. */
  fail(error: StatusError): void {
    if (!this.#canSend()) return;
    this.#hasEnded = true;
    const status = { "grpc-status": error.status, "grpc-message": percentEncoded(error.message) };
    if (this.stream.headersSent) {
      this.stream
        .removeAllListeners("wantTrailers")
        .once("wantTrailers", () => this.stream.sendTrailers(status));
      this.stream.end();
    } else {
      this.stream.respond({ ...responseHeaders, ...status }, { endStream: true });
    }
    this.stream.resume();
  }

  /** Sends the headers. Returns false if nothing can be sent. */
  #begin(): boolean {
    if (!this.#canSend()) return false;
    if (this.stream.headersSent) return true;
    this.stream.respond(responseHeaders, { waitForTrailers: true });
    this.stream.once("wantTrailers", () => this.stream.sendTrailers({ "grpc-status": Status.OK }));
    return true;
  }

  #canSend(): boolean {
    return !this.#hasEnded && !this.stream.destroyed && !this.stream.closed;
  }
}

/** The longest message in a header, in bytes. Much longer headers end the HTTP/2 connection. */
const maxErrorLength = 4_096;

/** Percent-encodes a message for a header, and truncates it. */
function percentEncoded(message: string): string {
  let encoded = "";
  // A character has at least as many bytes as UTF-16 units. encodeURI throws for lone surrogates, which a Buffer replaces.
  for (const character of Buffer.from(message.slice(0, maxErrorLength)).toString()) {
    const next = encodeURI(character);
    if (encoded.length + next.length > maxErrorLength) break;
    encoded += next;
  }
  return encoded;
}
