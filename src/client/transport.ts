/** One HTTP request to the service. */
export interface TransportRequest {
  readonly method: string;
  /** Path and query, from the root of the origin. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Milliseconds until the request fails with reason `timeout`. */
  readonly timeout: number;
  /** Fails the request with reason `stopped`: at once, or only while it is unsent if `finishOnceSent` is set. */
  readonly signal?: AbortSignal | undefined;
  readonly finishOnceSent: boolean;
}

/** One HTTP answer, whole. Header names are in lower case. */
export interface TransportResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** Whether the body went over the limit, and `text` is only its beginning. */
  readonly overflow: boolean;
}

/** Why there is no answer. */
export type TransportFailureReason = "transport" | "timeout" | "stopped";

/** A request without an answer. `sent` is false only if certainly nothing of it reached the service. */
export class TransportFailure extends Error {
  override readonly name = "TransportFailure";
  constructor(
    readonly reason: TransportFailureReason,
    readonly sent: boolean,
    message: string,
  ) {
    super(message);
  }
}

/** What carries requests to one origin. It follows no redirect, sends nothing twice, and fails with {@link TransportFailure} only. */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Ends when the requests in flight have ended. An aborted signal gives them up, with reason `transport`. */
  close(giveUp?: AbortSignal): Promise<void>;
}
