import type { Kind } from "../service/kinds";
import { canonicalSid } from "../service/sids";
import { credentialOddities } from "./authentication";
import { createChecks } from "./checks";
import { createCollection, createContactActions } from "./collection";
import { type Call, Exchange } from "./exchange";
import { readCertificateErrors, readListPage } from "./lists";
import type { ClientOptions } from "./options";
import { readAllPages } from "./paging";
import { Secrets } from "./secrets";
import { settingsOf } from "./settings";

/**
 * The client of the service, with the operations and fields of version 4.0 for both API versions. What the configured version
 * does not support fails as `refused`, without a request. All failures are ServiceErrors.
 */
export type Client = ReturnType<typeof createClient>;

/** Creates a client without sending a request. @throws ServiceError of kind `refused` for invalid options */
export function createClient(options: ClientOptions) {
  const settings = settingsOf(options);
  const { dialect, pageSize, logger } = settings;
  const exchange = new Exchange(settings);
  const connection = { exchange, dialect, pageSize, logger };
  for (const reason of credentialOddities(canonicalSid(options.accountSid), options.authToken)) {
    logger?.warn("credentials may be incorrect", { reason });
  }
  return {
    collection: <K extends Kind>(kind: K) => createCollection(kind, connection),
    checks: createChecks(connection, settings.clock, settings.signal),
    /** Reads the hosts that are currently listed (docs/design/api.md#endpoints). */
    listings: () =>
      readAllPages((page) => readListPage(connection, dialect.operation("listings"), "host", page)),
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
