import { version } from "../../package.json";
import { defaultApiVersion } from "../service/api-version";
import type { Kind } from "../service/kinds";
import { canonicalSid } from "../service/sids";
import { basicCredentials, credentialOddities } from "./authentication";
import { assertVersionMatches, readBaseUrl } from "./base-url";
import { createChecks } from "./checks";
import { maxTimerDelay, systemClock } from "./clock";
import { createCollection } from "./collection";
import { createContactActions } from "./contact-actions";
import { type Dialect, dialectOf } from "./dialect";
import { assertOption } from "./errors";
import { type Call, Exchange, type ExchangeSettings } from "./exchange";
import { readCertificateErrors, readListings } from "./lists";
import type { ClientOptions } from "./options";
import { RateLimiter } from "./rate-limiter";
import { Secrets } from "./secrets";
import { createUndiciTransport } from "./undici-transport";

/**
 * The client of the service, with the operations and fields of version 4.0 for both API versions. What the configured version
 * does not support fails as `refused`, without a request. All failures are ServiceErrors.
 */
export type Client = ReturnType<typeof createClient>;

/** Creates a client without sending a request. @throws ServiceError of kind `refused` for invalid options */
export function createClient(options: ClientOptions) {
  const dialect = dialectOf(options.apiVersion ?? defaultApiVersion);
  const settings = settingsOf(options, dialect);
  const exchange = new Exchange(settings);
  const { pageSize = 100, logger } = options;
  assertPositive(pageSize, "the page size");
  assertOption(Number.isInteger(pageSize), "the page size must be an integer");
  const connection = { exchange, dialect, pageSize, logger };
  for (const reason of credentialOddities(canonicalSid(options.accountSid), options.authToken)) {
    logger?.warn("credentials may be incorrect", { reason });
  }
  return {
    collection: <K extends Kind>(kind: K) => createCollection(kind, connection),
    checks: createChecks(connection, settings.clock, settings.signal),
    listings: () => readListings(connection),
    certificateErrors: () => readCertificateErrors(connection),
    contacts: createContactActions(connection),
    /** Performs an operation as it is given. The secrets in its request and response are forgotten with it. */
    perform: (call: Call) => exchange.perform(call, new Secrets(settings.credentials.secrets)),
    /** The number of requests sent, including retries. */
    get requestsSent() {
      return exchange.requestsSent;
    },
    /** The rate limits from the last response, including a 429; undefined before the first. */
    get rateLimit() {
      return settings.rateLimiter.rateLimit;
    },
    /**
     * Ends waits, finishes requests in flight, and closes the connections. Nothing can be sent afterwards.
     * @param giveUp aborts the requests in flight
     */
    close: (giveUp?: AbortSignal) => exchange.close(giveUp),
  };
}

function settingsOf(options: ClientOptions, { errorStatus }: Dialect): ExchangeSettings {
  const base = readBaseUrl(options.baseUrl, options.allowInsecureHttp ?? false);
  assertVersionMatches(base, options.apiVersion ?? defaultApiVersion);
  const { clock = systemClock, logger, maxWait = 300, requestTimeout = 30, maxRequestsPerHour } = options;
  const { userAgent = `rblmonitor/${version}`, secrets = new Secrets() } = options;
  assertOption(maxWait >= 0, "the maximum wait must not be negative");
  assertPositive(requestTimeout, "the request timeout");
  assertOption(
    maxRequestsPerHour === undefined || (Number.isInteger(maxRequestsPerHour) && maxRequestsPerHour > 0),
    "the maximum of requests per hour must be an integer greater than 0",
  );
  assertOption(/^[\x20-\x7e]+$/.test(userAgent), "the user agent must be printable ASCII");
  const credentials = basicCredentials(canonicalSid(options.accountSid), options.authToken);
  secrets.add(credentials.secrets);
  return {
    base,
    credentials,
    secrets,
    userAgent,
    requestTimeout: Math.min(requestTimeout * 1_000, maxTimerDelay),
    maxWait: maxWait * 1_000,
    errorStatus,
    argsEncoding: options.contactArgsEncoding ?? "brackets",
    transport: options.transport ?? createUndiciTransport(base, { env: options.env }),
    rateLimiter: new RateLimiter({ clock, logger, maxWait: maxWait * 1_000, maxRequestsPerHour }),
    clock,
    logger,
    signal: options.signal,
  };
}

function assertPositive(number: number, name: string): void {
  assertOption(Number.isFinite(number) && number > 0, `${name} must be greater than 0`);
}
