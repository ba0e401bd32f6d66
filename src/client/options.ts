import type { ApiVersion } from "../service/api-version";
import type { ContactArgsEncoding } from "../service/form";
import type { Secrets } from "./secrets";
import type { Transport } from "./transport";

/** Where log lines go; never given a secret. */
export interface Logger {
  trace(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** What a log line tells beside its message. */
export type LogFields = Record<string, unknown>;

/** Time and chance, so that tests need neither sleep nor luck. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after that many milliseconds; rejects as soon as the signal is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** A number from 0 up to, but not including, 1. */
  random(): number;
}

/** What a client is made with. */
export interface ClientOptions {
  /** Root of the API including the version segment, as in `https://api.example.com/4.0`. */
  readonly baseUrl: string;
  /** The version that is spoken there, 4.0 by default. */
  readonly apiVersion?: ApiVersion;
  readonly accountSid: string;
  readonly authToken: string;
  /** The User-Agent header; by default this package's name and version. */
  readonly userAgent?: string;
  /** Objects asked for per page, 100 by default; the service may send fewer (docs/design/open-points.md#15). */
  readonly pageSize?: number;
  /** Seconds that one request may take, 30 by default. */
  readonly requestTimeout?: number;
  /** Seconds that one operation may wait for rate limits in all, 300 by default. */
  readonly maxWait?: number;
  /** Requests that this client sends within any hour at most; as many as the service allows by default. */
  readonly maxRequestsPerHour?: number;
  /** How the `args` of a contact are sent, `brackets` by default (docs/design/open-points.md#16). */
  readonly contactArgsEncoding?: ContactArgsEncoding;
  /** Whether credentials may travel over plain HTTP to another machine, false by default. */
  readonly allowInsecureHttp?: boolean;
  readonly logger?: Logger;
  /** Secrets that no message may show. The client adds its credentials and those that it sends and is answered. */
  readonly secrets?: Secrets;
  /** Stops the client: waits and reads end at once, nothing new starts, a write in flight finishes within its time. */
  readonly signal?: AbortSignal;
  /** The system's time and randomness by default. */
  readonly clock?: Clock;
  /** HTTP through undici by default. */
  readonly transport?: Transport;
}

/** What every operation accepts. An aborted signal acts on this operation as the client's own does on all. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** What every listing accepts; `pageSize` overrides the client's. */
export interface ListOptions extends CallOptions {
  readonly pageSize?: number | undefined;
}
