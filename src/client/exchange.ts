import { setMaxListeners } from "node:events";
import { type ContactArgsEncoding, encodeForm, type FormBody } from "../service/form";
import type { Operation } from "../service/operations";
import type { Credentials } from "./authentication";
import type { BaseUrl } from "./base-url";
import type { Dialect } from "./dialect";
import { type ApiResponse, readResponse } from "./envelope";
import { type Effect, type Failure, ServiceError } from "./errors";
import type { CallOptions, Clock, Logger } from "./options";
import type { RateLimiter, Release, RequestEnd, Ticket } from "./rate-limiter";
import { createRedactor, type Redactor } from "./redaction";
import { canRetry, maxRetries, retryDelay } from "./retry";
import type { Secrets } from "./secrets";
import { type Transport, TransportFailure } from "./transport";
import { WaitTooLong } from "./wait";

/** An operation to perform. `secrets` are values of the body that no message may show. */
export interface Call extends CallOptions {
  readonly operation: Operation;
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: FormBody;
  readonly secrets?: readonly string[];
}

/** Settings of an exchange. Times are in milliseconds. */
export interface ExchangeSettings {
  readonly base: BaseUrl;
  readonly credentials: Credentials;
  readonly userAgent: string;
  readonly requestTimeout: number;
  readonly maxWait: number;
  readonly argsEncoding: ContactArgsEncoding;
  readonly errorStatus: Dialect["errorStatus"];
  readonly transport: Transport;
  readonly rateLimiter: RateLimiter;
  readonly clock: Clock;
  readonly logger: Logger | undefined;
  /** Values that no message may show. Requests and responses add to it. */
  readonly secrets: Secrets;
  readonly signal: AbortSignal | undefined;
}

/** Performs operations: rate limiting, retries, envelope. All failures are {@link ServiceError}s. */
export type Exchange = ReturnType<typeof createExchange>;

export function createExchange(settings: ExchangeSettings) {
  // AbortSignal.any would leave some bytes in a signal that lives as long as the process.
  const underWay = new Set<AbortController>();
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    for (const operation of underWay) operation.abort();
  };
  // All exchanges of a process with many accounts listen.
  if (settings.signal !== undefined) setMaxListeners(0, settings.signal);
  if (settings.signal?.aborted) stop();
  settings.signal?.addEventListener("abort", stop, { once: true });
  let requestsSent = 0;
  const refusal: CredentialRefusal = { until: 0 };
  return {
    /** The number of requests passed to the transport, including retries. */
    get requestsSent() {
      return requestsSent;
    },
    /** @param secrets what no message of this operation may show; default: what the exchange knows and learns */
    perform: async (call: Call, secrets = settings.secrets): Promise<ApiResponse> => {
      const operation = new AbortController();
      const abort = () => operation.abort();
      // Every operation of a caller may listen to the same signal.
      if (call.signal !== undefined) setMaxListeners(0, call.signal);
      if (isStopped || call.signal?.aborted) abort();
      call.signal?.addEventListener("abort", abort);
      underWay.add(operation);
      try {
        return await perform({ ...settings, secrets }, refusal, call, operation.signal, () => {
          requestsSent += 1;
        });
      } finally {
        underWay.delete(operation);
        call.signal?.removeEventListener("abort", abort);
      }
    },
    /** Stops waits, finishes writes in flight unless the signal is aborted, and closes the connections. */
    async close(giveUp?: AbortSignal) {
      settings.signal?.removeEventListener("abort", stop);
      stop();
      await settings.transport.close(giveUp);
    },
  };
}

async function perform(
  settings: ExchangeSettings,
  refusal: CredentialRefusal,
  call: Call,
  signal: AbortSignal,
  onSend: () => void,
): Promise<ApiResponse> {
  settings.secrets.add(call.secrets ?? []);
  const redaction = createRedactor(settings.secrets);
  const ticket = settings.rateLimiter.ticket(call.operation.rateClass, signal);
  const progress: Progress = { retries: 0, effect: "none", last: undefined };
  for (let count = 1; ; count += 1) {
    const end = await waitToSend(settings, call, ticket, progress, signal);
    if (call.operation.method !== "GET" && refusal.firstAnswer) await refusal.firstAnswer;
    if (settings.clock.now() < refusal.until) {
      end("unsent");
      throw refusedBefore(call, progress);
    }
    onSend();
    const answer = attempt(settings, call, count, redaction, signal).then(({ outcome, ending }) => {
      if (!("problem" in outcome) || outcome.kind !== "authentication")
        return { outcome, ending, isRepeated: false };
      const isRepeated = settings.clock.now() < refusal.until;
      refusal.until = settings.clock.now() + refusalPeriod;
      return { outcome, ending, isRepeated };
    });
    refusal.firstAnswer ??= answer.catch(() => undefined);
    const { outcome, ending, isRepeated } = await answer.catch((defect) => {
      end("unanswered");
      throw defect;
    });
    const isLimitReached = end(ending);
    if (!("problem" in outcome)) return outcome;
    if (isRepeated) throw refusedBefore(call, progress);
    const isDoubtful = outcome.kind === "rate_limited" && !isLimitReached && call.operation.method !== "GET";
    if (outcome.effect === "possible" || isDoubtful) progress.effect = "possible";
    progress.last = outcome;
    if (outcome.kind === "rate_limited" && (!isDoubtful || call.operation.repeatable)) continue;
    if (progress.retries === maxRetries || !canRetry(call.operation, outcome, ending !== "unsent")) {
      throw new ServiceError({ ...outcome, effect: progress.effect });
    }
    progress.retries += 1;
  }
}

/**
 * Until when nothing is sent after a 401, in milliseconds: a service may lock out an address that keeps sending refused
 * credentials. Programs that run for days ask again then.
 */
interface CredentialRefusal {
  until: number;
  /** The first answer of all. Until it has come, only one write is sent. */
  firstAnswer?: Promise<unknown>;
}

const refusalPeriod = 60_000;

/** The error of a request after a 401, or that was under way with it. It has no status: the first error has the remedy. */
function refusedBefore({ operation, id }: Call, { effect }: Progress): ServiceError {
  const problem = "the service has just refused these credentials for another request";
  return new ServiceError({
    kind: "authentication",
    operation: operation.title,
    object: id,
    problem,
    effect,
  });
}

/** The progress of an operation over its attempts. `effect` is the worst of them. */
interface Progress {
  retries: number;
  effect: Effect;
  last: Failure | undefined;
}

/** Sends the request once, and logs it. */
async function attempt(
  settings: ExchangeSettings,
  call: Call,
  count: number,
  redaction: Redactor,
  signal: AbortSignal,
): Promise<{ readonly outcome: ApiResponse | Failure; readonly ending: RequestEnd }> {
  const { clock, logger, argsEncoding } = settings;
  const { method, title: operation } = call.operation;
  const object = call.id;
  const reads = method === "GET";
  const mayBeEmpty = method === "PUT" || method === "DELETE";
  const path = requestPath(settings.base, call);
  const started = clock.now();
  const log = (fields: object) =>
    logger?.debug("request", { method, path, ...fields, duration: clock.now() - started, attempt: count });
  try {
    const response = await settings.transport.send({
      method,
      path,
      headers: requestHeaders(settings, call),
      body: call.body && encodeForm(call.body, argsEncoding),
      timeout: settings.requestTimeout,
      signal,
      finishOnceSent: !reads,
      newConnection: !call.operation.repeatable || count > 1,
    });
    const subject = { operation, object, reads, mayBeEmpty };
    const outcome = readResponse(response, subject, redaction, settings.errorStatus);
    const isLimited = "problem" in outcome && outcome.kind === "rate_limited";
    const { status = response.status } = "problem" in outcome ? outcome : response;
    log({ status });
    return { outcome, ending: { status: isLimited ? 429 : status, headers: response.headers } };
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    const { reason: kind, sent, message } = error;
    const problem = redaction.message(message);
    log({ problem });
    const effect = sent && !reads ? "possible" : "none";
    return { outcome: { kind, operation, object, problem, effect }, ending: sent ? "unanswered" : "unsent" };
  }
}

function requestPath(base: BaseUrl, call: Call): string {
  const path = call.operation.path.replace("{id}", encodeURIComponent(call.id ?? ""));
  const query = call.query && Object.keys(call.query).length > 0 ? `?${new URLSearchParams(call.query)}` : "";
  return `${base.path}${path}.json${query}`;
}

function requestHeaders(settings: ExchangeSettings, call: Call): Record<string, string> {
  return {
    accept: "application/json",
    // The client decompresses nothing.
    "accept-encoding": "identity",
    authorization: settings.credentials.header,
    "user-agent": settings.userAgent,
    ...(call.body && { "content-type": "application/x-www-form-urlencoded" }),
  };
}

/** Waits until the operation may be sent. Resolves to the function to call when the request ends. */
async function waitToSend(
  settings: ExchangeSettings,
  call: Call,
  ticket: Ticket,
  progress: Progress,
  signal: AbortSignal,
): Promise<Release> {
  const { clock, maxWait } = settings;
  const failed = progress.last !== undefined && progress.last.kind !== "rate_limited";
  try {
    signal.throwIfAborted();
    if (failed) await clock.sleep(retryDelay(progress.retries, clock.random()), signal);
    return await ticket.acquire();
  } catch (cause) {
    throw new ServiceError({
      ...progress.last,
      operation: call.operation.title,
      object: call.id,
      effect: progress.effect,
      ...(cause instanceof WaitTooLong
        ? tooLong(cause, clock.now(), maxWait)
        : { kind: "stopped", problem: "stopped before the request was sent" }),
    });
  }
}

function tooLong(wait: WaitTooLong, now: number, maxWait: number) {
  const seconds = Math.ceil((wait.until - now) / 1_000);
  const allowed = `max_wait allows ${maxWait / 1_000} s per request`;
  const problem = `${wait.message}, in ${seconds} s; ${allowed}; requests without a response: ${wait.left}`;
  return { kind: "rate_limited", problem, retryAfter: seconds } as const;
}
