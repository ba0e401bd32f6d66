import type { ServerHttp2Stream } from "node:http2";
import { encodeResponse } from "./message";
import type { Method } from "./service";
import { Status, type StatusError } from "./status";

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
export class GrpcResponse {
  readonly #stream: ServerHttp2Stream;
  readonly #method: Method;
  #hasEnded = false;

  constructor(stream: ServerHttp2Stream, method: Method) {
    this.#stream = stream;
    this.#method = method;
  }

  get isEnded(): boolean {
    return this.#hasEnded;
  }

  /** Sends a message. Returns false if the write buffer is full. @throws StatusError if the message is too long */
  write(response: unknown): boolean {
    const message = encodeResponse(this.#method, response);
    return !this.#begin() || this.#stream.write(message);
  }

  /** Resolves when the write buffer is drained, when the stream is closed, or when `signal` aborts. */
  drained(signal: AbortSignal): Promise<void> {
    const stream = this.#stream;
    return new Promise((resolve) => {
      const settle = () => {
        stream.off("drain", settle).off("close", settle);
        signal.removeEventListener("abort", settle);
        resolve();
      };
      if (!stream.writableNeedDrain || stream.closed || signal.aborted) return resolve();
      stream.once("drain", settle).once("close", settle);
      signal.addEventListener("abort", settle);
    });
  }

  /** Sends one message and ends. @throws StatusError if the message is too long */
  send(response: unknown): void {
    // Encoded before the headers are sent, so that an encoding error fits in one frame.
    this.end(encodeResponse(this.#method, response));
  }

  /** Ends the response with status OK, after an encoded message, if there is one. */
  end(message?: Uint8Array): void {
    if (!this.#begin()) return;
    this.#hasEnded = true;
    this.#stream.end(message);
  }

  /** Ends the response with an error status, and discards the rest of the request. */
  fail(error: StatusError): void {
    if (!this.#canSend()) return;
    this.#hasEnded = true;
    const status = { "grpc-status": error.status, "grpc-message": percentEncoded(error.message) };
    if (this.#stream.headersSent) {
      this.#stream
        .removeAllListeners("wantTrailers")
        .once("wantTrailers", () => this.#stream.sendTrailers(status));
      this.#stream.end();
    } else {
      this.#stream.respond({ ...responseHeaders, ...status }, { endStream: true });
    }
    this.#stream.resume();
  }

  /** Sends the headers. Returns false if nothing can be sent. */
  #begin(): boolean {
    if (!this.#canSend()) return false;
    if (this.#stream.headersSent) return true;
    this.#stream.respond(responseHeaders, { waitForTrailers: true });
    this.#stream.once("wantTrailers", () => this.#stream.sendTrailers({ "grpc-status": Status.OK }));
    return true;
  }

  #canSend(): boolean {
    return !this.#hasEnded && !this.#stream.destroyed && !this.#stream.closed;
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
