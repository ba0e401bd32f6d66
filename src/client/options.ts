import type { ApiVersion } from "../service/api-version";
import type { ContactArgsEncoding } from "../service/form";
import type { Secrets } from "./secrets";
import type { Transport } from "./transport";

/** A logger, by the level of a line. It never receives secrets. */
export type Logger = Readonly<
  Record<"trace" | "debug" | "info" | "warn" | "error", (message: string, fields?: LogFields) => void>
>;

/** Additional fields of a log line. */
export type LogFields = Record<string, unknown>;

/** Time and randomness, replaceable in tests. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after the delay; rejects when the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** A number from 0 up to, but not including, 1. */
  random(): number;
}

/** Options of a client. */
export interface ClientOptions {
  /** The root URL of the API with the version segment, such as `https://api.example.com/4.0`. */
  readonly baseUrl: string;
  /** The API version. Defaults to 4.0. */
  readonly apiVersion?: ApiVersion;
  readonly accountSid: string;
  readonly authToken: string;
  /** The User-Agent header. Defaults to this package's name and version. */
  readonly userAgent?: string;
  /** Objects per page. Defaults to 100; the service may return fewer (docs/design/open-points.md#15). */
  readonly pageSize?: number;
  /** The timeout of a request in seconds. Defaults to 30. */
  readonly requestTimeout?: number;
  /** How long an operation may wait for rate limits, in seconds. Defaults to 300. */
  readonly maxWait?: number;
  /** The maximum number of requests per hour. Defaults to the service's limit. */
  readonly maxRequestsPerHour?: number;
  /** The encoding of a contact's `args`. Defaults to `brackets` (docs/design/open-points.md#16). */
  readonly contactArgsEncoding?: ContactArgsEncoding;
  /** Whether plain HTTP to other machines is allowed. Defaults to false. */
  readonly allowInsecureHttp?: boolean;
  readonly logger?: Logger;
  /** Values that no message may show. The client adds its credentials, and secrets in requests and responses. */
  readonly secrets?: Secrets;
  /** Stops the client: waits and reads end, nothing new starts, writes in flight finish within their timeout. */
  readonly signal?: AbortSignal;
  /** Defaults to the system's time and randomness. */
  readonly clock?: Clock;
  /** The environment with HTTP_PROXY, HTTPS_PROXY and NO_PROXY. Defaults to that of the process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Defaults to HTTP with undici. */
  readonly transport?: Transport;
}

/** Options of every operation. The signal stops this operation, as the client's signal stops all. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Options of lists. `pageSize` overrides the client's. */
export interface ListOptions extends CallOptions {
  readonly pageSize?: number | undefined;
}
