import type { ErrorKind } from "./errors";

/** One HTTP request to the service. */
export interface TransportRequest {
  readonly method: string;
  /** Path and query, from the root of the origin. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Milliseconds until the request fails with reason `timeout`. */
  readonly timeout: number;
  /** Fails the request with reason `stopped`; with `finishOnceSent`, only before it is sent. */
  readonly signal?: AbortSignal | undefined;
  readonly finishOnceSent: boolean;
  /** Uses no idle connection, which the server may just be closing: it would be unknown whether the request had an effect. */
  readonly newConnection?: boolean;
}

/** A complete HTTP response. Header names are in lower case. */
export interface TransportResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** Whether the body exceeded the limit, and `text` is truncated. */
  readonly overflow: boolean;
}

/** A request without a response. `sent` is false only if the service certainly received nothing. */
export class TransportFailure extends Error {
  override readonly name = "TransportFailure";
  constructor(
    readonly reason: Extract<ErrorKind, "transport" | "timeout" | "stopped">,
    readonly sent: boolean,
    message: string,
  ) {
    super(message);
  }
}

/** Sends requests to one origin, without redirects and retries. All failures are {@link TransportFailure}s. */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Resolves when the requests in flight have ended. The signal aborts them, with reason `transport`. */
  close(giveUp?: AbortSignal): Promise<void>;
}
