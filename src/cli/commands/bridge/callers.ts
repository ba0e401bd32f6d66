import { basicCredentials } from "../../../client/authentication";
import type { BaseUrl } from "../../../client/base-url";
import { dialectOf } from "../../../client/dialect";
import { createExchange, type Exchange } from "../../../client/exchange";
import type { Clock, Logger } from "../../../client/options";
import { createRateGate } from "../../../client/rate-gate";
import { createRedaction, type Redaction } from "../../../client/redaction";
import { Secrets } from "../../../client/secrets";
import type { Transport } from "../../../client/transport";
import { collectionOperation } from "../../../service/operations";
import { readServiceObject } from "../../../service/responses";
import { readNumber } from "../../../service/wire-forms";

/** The programs of one account: what is sent with their credentials, in the limits of that account. */
export interface Caller {
  readonly exchange: Exchange;
  readonly defaults: DefaultObjects;
  /** Takes the credentials out of texts. */
  readonly redaction: Redaction;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What requests of all callers have in common. Times are in milliseconds. */
export interface CallerSettings {
  readonly base: BaseUrl;
  readonly transport: Transport;
  readonly userAgent: string;
  readonly requestTimeout: number;
  readonly maxWait: number;
  readonly maxRequestsPerHour: number | undefined;
  readonly clock: Clock;
  readonly logger: Logger | undefined;
  readonly signal: AbortSignal;
}

/** Name and password of HTTP Basic authentication. */
interface Credentials {
  readonly accountSid: string;
  readonly authToken: string;
}

/** Reads an `Authorization` header; undefined for what is not HTTP Basic with a name and a password. */
export function readCredentials(header: string | undefined): Credentials | undefined {
  const encoded = /^basic +([a-z0-9+/]+=*) *$/i.exec(header ?? "")?.[1];
  const [, accountSid, authToken] =
    /^([^:]+):(.+)$/s.exec(Buffer.from(encoded ?? "", "base64").toString()) ?? [];
  return accountSid === undefined || authToken === undefined ? undefined : { accountSid, authToken };
}

/** The callers of late, one for each pair of credentials: so many at most, of which the one unused longest makes room. */
export class Callers {
  private readonly callers = new Map<string, Caller & { busy: number }>();

  constructor(
    private readonly settings: CallerSettings,
    private readonly most = 100,
  ) {}

  /**
   * Does something for the caller with those credentials.
   * @returns undefined when there are too many callers at once
   */
  async serve<T>(credentials: Credentials, work: (caller: Caller) => Promise<T>): Promise<T | undefined> {
    const key = `${credentials.accountSid}:${credentials.authToken}`;
    const caller = this.callers.get(key) ?? this.add(credentials);
    if (caller === undefined) return undefined;
    // Put behind all others, which is where those used last stand.
    this.callers.delete(key);
    this.callers.set(key, caller);
    caller.busy += 1;
    try {
      return await work(caller);
    } finally {
      caller.busy -= 1;
    }
  }

  private add(credentials: Credentials): (Caller & { busy: number }) | undefined {
    if (this.callers.size >= this.most && !this.makeRoom()) return undefined;
    const { accountSid, authToken } = credentials;
    const { maxRequestsPerHour, ...settings } = this.settings;
    const { clock, logger, maxWait, transport } = settings;
    const basic = basicCredentials(accountSid, authToken);
    const secrets = new Secrets(basic.secrets);
    const exchange = createExchange({
      ...settings,
      secrets,
      credentials: basic,
      argsEncoding: "brackets",
      errorStatus: dialectOf("4.0").errorStatus,
      gate: createRateGate({ clock, logger, maxWait, maxRequestsPerHour }),
      // The connections are everybody's: a caller that goes does not close them.
      transport: { send: (request) => transport.send(request), close: async () => undefined },
    });
    const defaults = new DefaultObjects(exchange, clock);
    return { exchange, defaults, redaction: createRedaction(secrets), now: clock.now, busy: 0 };
  }

  private makeRoom(): boolean {
    for (const [key, { busy, exchange }] of this.callers) {
      if (busy > 0) continue;
      this.callers.delete(key);
      void exchange.close();
      return true;
    }
    return false;
  }
}

/** The kinds of which version 3.0 takes the default object where none is named. */
export type DefaultKind = "monitoring_profile" | "contact_group";

interface Remembered {
  readonly id: Promise<string | undefined>;
  readonly at: number;
}

/** How long a default is believed, in milliseconds: somebody else may make another object the default at any time. */
const believed = 60_000;

/** The default objects of an account, which version 4.0 wants to be named: looked up when needed, and remembered for a minute. */
export class DefaultObjects {
  private readonly remembered = new Map<DefaultKind, Remembered>();

  constructor(
    private readonly exchange: Exchange,
    private readonly clock: Clock,
  ) {}

  /** SID of the default object; undefined when the account's list shows none. @throws ServiceError when it cannot be read */
  of(kind: DefaultKind): Promise<string | undefined> {
    const known = this.remembered.get(kind);
    if (known !== undefined && this.clock.now() - known.at < believed) return known.id;
    const id = this.lookUp(kind);
    this.remembered.set(kind, { id, at: this.clock.now() });
    id.catch(() => this.remembered.delete(kind));
    return id;
  }

  /** Has the default object looked up anew next time. */
  forget(kind: DefaultKind): void {
    this.remembered.delete(kind);
  }

  private async lookUp(kind: DefaultKind): Promise<string | undefined> {
    const operation = collectionOperation("list", kind);
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const query = { page: String(page), page_size: "100" };
      const { envelope } = await this.exchange.perform({ operation, query });
      const objects = Array.isArray(envelope.data) ? envelope.data : [];
      const found = objects
        .map((object) => readServiceObject(kind, object))
        .find((object) => object?.is_default === true);
      if (found !== undefined) return found.id;
      pages = objects.length === 0 ? 0 : (readNumber(envelope.total_pages) ?? 0);
    }
    return undefined;
  }
}
