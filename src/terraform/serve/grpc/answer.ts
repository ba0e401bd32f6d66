import type { ServerHttp2Stream } from "node:http2";
import { encodeResponse } from "./message";
import type { Method } from "./service";
import { Status, type StatusError } from "./status";

const HEADERS = {
  ":status": 200,
  "content-type": "application/grpc",
  // With this, a client knows what to do about a compressed message that was refused.
  "grpc-accept-encoding": "identity",
} as const;

/**
 * The answer to one call, on its HTTP/2 stream (gRPC over HTTP2, Responses). After its end, or the stream's, nothing more
 * is sent.
 */
export class Answer {
  private hasEnded = false;

  constructor(
    private readonly stream: ServerHttp2Stream,
    private readonly method: Method,
  ) {}

  get isEnded(): boolean {
    return this.hasEnded;
  }

  /** Sends a message; false if the client has not taken it yet. @throws StatusError when it is too long */
  write(response: unknown): boolean {
    const message = encodeResponse(this.method, response);
    return !this.begin() || this.stream.write(message);
  }

  /** Settles when the client has taken what was sent, when the stream has closed, or when `impatient` aborts. */
  taken(impatient: AbortSignal): Promise<void> {
    const { stream } = this;
    return new Promise((resolve) => {
      const settle = () => {
        stream.off("drain", settle).off("close", settle);
        impatient.removeEventListener("abort", settle);
        resolve();
      };
      if (!stream.writableNeedDrain || stream.closed || impatient.aborted) return resolve();
      stream.once("drain", settle).once("close", settle);
      impatient.addEventListener("abort", settle);
    });
  }

  /** Ends it well. */
  end(): void {
    if (!this.begin()) return;
    this.hasEnded = true;
    this.stream.end();
  }

  /** Sends one message and ends. @throws StatusError when it is too long */
  send(response: unknown): void {
    // Written before the answer is begun: what cannot be written is then told in one frame.
    const message = encodeResponse(this.method, response);
    if (!this.begin()) return;
    this.hasEnded = true;
    this.stream.end(message);
  }

  /** Ends it with another status, at once: what is on the way of the request is passed over. */
  fail(error: StatusError): void {
    if (!this.canSend()) return;
    this.hasEnded = true;
    const status = { "grpc-status": error.status, "grpc-message": percentEncoded(error.message) };
    if (this.stream.headersSent) {
      this.stream
        .removeAllListeners("wantTrailers")
        .once("wantTrailers", () => this.stream.sendTrailers(status));
      this.stream.end();
    } else {
      this.stream.respond({ ...HEADERS, ...status }, { endStream: true });
    }
    this.stream.resume();
  }

  /** Whether something can be sent: then the headers are. */
  private begin(): boolean {
    if (!this.canSend()) return false;
    if (this.stream.headersSent) return true;
    this.stream.respond(HEADERS, { waitForTrailers: true });
    this.stream.once("wantTrailers", () => this.stream.sendTrailers({ "grpc-status": Status.OK }));
    return true;
  }

  private canSend(): boolean {
    return !this.hasEnded && !this.stream.destroyed && !this.stream.closed;
  }
}

/** The longest message in a header, in bytes. HTTP/2 ends the whole connection for headers that are much longer. */
const LONGEST_MESSAGE = 4_096;

/** A message in a header: in ASCII, all else as the percent-encoded bytes of UTF-8; cut off where it is too long. */
function percentEncoded(message: string): string {
  let encoded = "";
  // No character has fewer bytes than units. encodeURI refuses halves of surrogate pairs, which a Buffer replaces.
  for (const character of Buffer.from(message.slice(0, LONGEST_MESSAGE)).toString()) {
    const next = encodeURI(character);
    if (encoded.length + next.length > LONGEST_MESSAGE) break;
    encoded += next;
  }
  return encoded;
}
