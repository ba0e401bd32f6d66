import { version } from "../../package.json";
import { defaultApiVersion } from "../service/api-version";
import type { Kind } from "../service/kinds";
import { canonicalSid } from "../service/sids";
import { basicCredentials, credentialOddities } from "./authentication";
import { assertVersionMatches, readBaseUrl } from "./base-url";
import { type Checks, createChecks } from "./checks";
import { maxTimerDelay, systemClock } from "./clock";
import { type Collection, createCollection } from "./collection";
import { type ContactActions, createContactActions } from "./contact-actions";
import { type Dialect, dialectOf } from "./dialect";
import type { ApiResponse } from "./envelope";
import { refused } from "./errors";
import { type Call, createExchange, type ExchangeSettings } from "./exchange";
import { type CertificateErrors, createListings, readCertificateErrors } from "./lists";
import type { ClientOptions } from "./options";
import type { RateLimit } from "./rate-limit";
import { RateLimiter } from "./rate-limiter";
import { Secrets } from "./secrets";
import { createUndiciTransport } from "./undici-transport";

/**
 * The client of the service, with the operations and fields of version 4.0 for both API versions. What the configured version
 * does not support fails as `refused`, without a request. All failures are ServiceErrors.
 */
export interface Client {
  collection<K extends Kind>(kind: K): Collection<K>;
  readonly checks: Checks;
  readonly listings: ReturnType<typeof createListings>;
  certificateErrors(): Promise<CertificateErrors>;
  readonly contacts: ContactActions;
  /** Performs an operation as it is given. The secrets in its request and response are forgotten with it. */
  perform(call: Call): Promise<ApiResponse>;
  /** The number of requests sent, including retries. */
  readonly requestsSent: number;
  /** The rate limits from the last response, including a 429; undefined before the first. */
  readonly rateLimit: RateLimit | undefined;
  /**
   * Ends waits, finishes requests in flight, and closes the connections. Nothing can be sent afterwards.
   * @param giveUp aborts the requests in flight
   */
  close(giveUp?: AbortSignal): Promise<void>;
}

/** Creates a client without sending a request. @throws ServiceError of kind `refused` for invalid options */
export function createClient(options: ClientOptions): Client {
  const dialect = dialectOf(options.apiVersion ?? defaultApiVersion);
  const settings = settingsOf(options, dialect);
  const exchange = createExchange(settings);
  const pageSize = positive(options.pageSize ?? 100, "the page size");
  if (!Number.isInteger(pageSize)) throw refused("configure the client", "the page size must be an integer");
  const connection = { exchange, dialect, pageSize, logger: options.logger };
  for (const reason of credentialOddities(canonicalSid(options.accountSid), options.authToken)) {
    options.logger?.warn("credentials may be incorrect", { reason });
  }
  return {
    collection: (kind) => createCollection(kind, connection),
    checks: createChecks(connection, settings.clock, settings.signal),
    listings: createListings(connection),
    certificateErrors: () => readCertificateErrors(connection),
    contacts: createContactActions(connection),
    perform: (call) => exchange.perform(call, new Secrets(settings.credentials.secrets)),
    get requestsSent() {
      return exchange.requestsSent;
    },
    get rateLimit() {
      return settings.rateLimiter.rateLimit;
    },
    close: (giveUp) => exchange.close(giveUp),
  };
}

function settingsOf(options: ClientOptions, { errorStatus }: Dialect): ExchangeSettings {
  const base = readBaseUrl(options.baseUrl, options.allowInsecureHttp ?? false);
  assertVersionMatches(base, options.apiVersion ?? defaultApiVersion);
  const clock = options.clock ?? systemClock;
  const { logger } = options;
  const maxWait = notNegative(options.maxWait ?? 300, "the maximum wait") * 1_000;
  const credentials = basicCredentials(canonicalSid(options.accountSid), options.authToken);
  const { secrets = new Secrets() } = options;
  secrets.add(credentials.secrets);
  return {
    base,
    credentials,
    secrets,
    userAgent: headerText(options.userAgent ?? `rblmonitor/${version}`),
    requestTimeout: Math.min(
      positive(options.requestTimeout ?? 30, "the request timeout") * 1_000,
      maxTimerDelay,
    ),
    maxWait,
    errorStatus,
    argsEncoding: options.contactArgsEncoding ?? "brackets",
    transport: options.transport ?? createUndiciTransport(base, { env: options.env }),
    rateLimiter: new RateLimiter({
      clock,
      logger,
      maxWait,
      maxRequestsPerHour: validMaxRequestsPerHour(options),
    }),
    clock,
    logger,
    signal: options.signal,
  };
}

function validMaxRequestsPerHour({ maxRequestsPerHour: max }: ClientOptions): number | undefined {
  if (max === undefined || (Number.isInteger(max) && max > 0)) return max;
  throw refused("configure the client", "the maximum of requests per hour must be an integer greater than 0");
}

function positive(number: number, name: string): number {
  if (Number.isFinite(number) && number > 0) return number;
  throw refused("configure the client", `${name} must be greater than 0`);
}

function notNegative(number: number, name: string): number {
  if (number >= 0) return number;
  throw refused("configure the client", `${name} must not be negative`);
}

function headerText(text: string): string {
  if (/^[\x20-\x7e]+$/.test(text)) return text;
  throw refused("configure the client", "the user agent must be printable ASCII");
}
