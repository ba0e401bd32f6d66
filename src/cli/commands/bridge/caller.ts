import type { Call } from "../../../client/attempt";
import { basicCredentials } from "../../../client/authentication";
import type { BaseUrl } from "../../../client/base-url";
import { dialectOf } from "../../../client/dialect";
import type { ApiResponse } from "../../../client/envelope";
import { type ErrorKind, ServiceError } from "../../../client/errors";
import { createExchange } from "../../../client/exchange";
import type { Clock, Logger } from "../../../client/options";
import { RateLimiter } from "../../../client/rate-limiter";
import { createRedactor } from "../../../client/redaction";
import { Secrets } from "../../../client/secrets";
import type { Transport } from "../../../client/transport";
import { AccountFacts } from "./account-facts";
import type { Credentials } from "./request";

/** What requests of all callers have in common. Times are in milliseconds. */
export interface CallerSettings {
  readonly base: BaseUrl;
  readonly transport: Transport;
  readonly userAgent: string;
  readonly requestTimeout: number;
  readonly maxWait: number;
  readonly maxRequestsPerHour: number | undefined;
  /** Profile of new hosts that name none, if the account does not show its default profile. */
  readonly defaultProfile: string | undefined;
  readonly clock: Clock;
  readonly logger: Logger | undefined;
  readonly signal: AbortSignal;
}

/** Failures that the service reports only after it has accepted the credentials. */
const afterAcceptance: ReadonlySet<ErrorKind> = new Set(["not_found", "conflict", "validation"]);

/** The programs of one account: what is sent with their credentials, within the limits of that account. */
export class Caller {
  readonly facts: AccountFacts;
  /** Whether the service accepts the credentials, by its last answer; undefined while that is open. */
  accepted: boolean | undefined;
  /** Settles when the first request has ended. */
  verdict: Promise<unknown> | undefined;
  /** Requests under way. */
  busy = 0;
  private readonly basic: ReturnType<typeof basicCredentials>;
  private readonly gate: RateLimiter;

  constructor(
    private readonly settings: CallerSettings,
    { accountSid, authToken }: Credentials,
    private readonly onSent: (requests: number) => void,
  ) {
    this.basic = basicCredentials(accountSid, authToken);
    this.gate = new RateLimiter(settings);
    this.facts = new AccountFacts((call) => this.perform(call), settings);
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.settings.clock.now();
  }

  /** Carries an operation of version 4.0 out. @throws ServiceError */
  async perform(call: Call): Promise<ApiResponse> {
    const { transport } = this.settings;
    // Each operation has secrets of its own: those that programs send and are answered must not add up.
    const exchange = createExchange({
      ...this.settings,
      secrets: new Secrets(this.basic.secrets),
      credentials: this.basic,
      argsEncoding: "brackets",
      errorStatus: dialectOf("4.0").errorStatus,
      rateLimiter: this.gate,
      // All callers share the connections: the end of one operation must not close them.
      transport: { send: (request) => transport.send(request), close: async () => undefined },
    });
    try {
      const answer = await exchange.perform(call);
      this.accepted = true;
      return answer;
    } catch (error) {
      if (error instanceof ServiceError && afterAcceptance.has(error.kind)) this.accepted = true;
      if (error instanceof ServiceError && error.kind === "authentication") this.accepted = false;
      throw error;
    } finally {
      this.onSent(exchange.requestsSent);
      await exchange.close();
    }
  }

  /** The beginning of a text from a program, on one line, without the credentials. */
  shown(text: string, length: number): string {
    // A secret that the first cut divides is beyond what the second one leaves.
    const beginning = text.slice(0, length * 4);
    return createRedactor(new Secrets(this.basic.secrets)).message(beginning).slice(0, length);
  }
}
