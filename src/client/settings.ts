import { version } from "../../package.json";
import { defaultApiVersion } from "../service/api-version";
import { canonicalSid } from "../service/sids";
import { basicCredentials } from "./authentication";
import { assertVersionMatches, readBaseUrl } from "./base-url";
import { maxTimerDelay, systemClock } from "./clock";
import { dialectOf } from "./dialect";
import { assertOption } from "./errors";
import type { ClientOptions } from "./options";
import { RateLimiter } from "./rate-limiter";
import { Secrets } from "./secrets";
import { createUndiciTransport } from "./undici-transport";

/** The settings of a client. Times are in milliseconds. */
export type Settings = ReturnType<typeof settingsOf>;

/** Checks the options of a client, and adds the defaults. @throws ServiceError of kind `refused` for invalid options */
export function settingsOf(options: ClientOptions) {
  const base = readBaseUrl(options.baseUrl, options.allowInsecureHttp ?? false);
  const { apiVersion = defaultApiVersion, pageSize = 100 } = options;
  assertVersionMatches(base, apiVersion);
  const { clock = systemClock, logger, maxWait = 300, requestTimeout = 30, maxRequestsPerHour } = options;
  const { userAgent = `rblmonitor/${version}`, secrets = new Secrets() } = options;
  assertOption(maxWait >= 0, "the maximum wait must not be negative");
  assertPositive(requestTimeout, "the request timeout");
  assertPositive(pageSize, "the page size");
  assertOption(Number.isInteger(pageSize), "the page size must be an integer");
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
    /** Values that no message may show. Requests and responses add to it. */
    secrets,
    userAgent,
    requestTimeout: Math.min(requestTimeout * 1_000, maxTimerDelay),
    maxWait: maxWait * 1_000,
    dialect: dialectOf(apiVersion),
    /** The default page size of lists. */
    pageSize,
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
