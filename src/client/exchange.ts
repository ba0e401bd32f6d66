import { setMaxListeners } from "node:events";
import { encodeForm, type FormBody } from "../service/form";
import type { Operation } from "../service/operations";
import { type ApiResponse, readResponse } from "./envelope";
import { type Effect, type Failure, ServiceError } from "./errors";
import type { CallOptions } from "./options";
import type { Acquire, Release, RequestEnd } from "./rate-limiter";
import { createRedactor, type Redactor } from "./redaction";
import type { Settings } from "./settings";
import { TransportFailure } from "./transport";
import { growingDelay, WaitTooLong } from "./wait";

/** An operation to perform. `secrets` are values of the body that no message may show. */
export interface Call extends CallOptions {
  readonly operation: Operation;
  readonly id?: string;
  readonly query?: FormBody;
  readonly body?: FormBody;
  readonly secrets?: readonly string[];
}

/** Performs operations: rate limiting, retries, envelope. All failures are {@link ServiceError}s. */
export class Exchange {
  /** The number of requests passed to the transport, including retries. */
  requestsSent = 0;
  readonly #settings: Settings;
  // AbortSignal.any would leave some bytes in a signal that lives as long as the process.
  readonly #underWay = new Set<AbortController>();
  #isStopped = false;
  /**
   * Until when nothing is sent after a 401: a service may lock out an address that keeps sending refused credentials. Programs
   * that run for days ask again then.
   */
  #refusedUntil = 0;

  constructor(settings: Settings) {
    this.#settings = settings;
    const { signal } = settings;
    if (signal === undefined) return;
    // All exchanges of a process with many accounts listen.
    setMaxListeners(0, signal);
    signal.addEventListener("abort", this.#stop);
    if (signal.aborted) this.#stop();
  }

  /** @param secrets what no message of this operation may show; default: what the exchange knows and learns */
  async perform(call: Call, secrets = this.#settings.secrets): Promise<ApiResponse> {
    const operation = new AbortController();
    const abort = () => operation.abort();
    // Every operation of a caller may listen to the same signal.
    if (call.signal !== undefined) setMaxListeners(0, call.signal);
    if (this.#isStopped || call.signal?.aborted) abort();
    call.signal?.addEventListener("abort", abort);
    this.#underWay.add(operation);
    secrets.add(call.secrets ?? []);
    try {
      return await this.#sendUntilDone(call, createRedactor(secrets), operation.signal);
    } finally {
      this.#underWay.delete(operation);
      call.signal?.removeEventListener("abort", abort);
    }
  }

  /** Stops waits, finishes writes in flight unless the signal is aborted, and closes the connections. */
  async close(giveUp?: AbortSignal): Promise<void> {
    this.#settings.signal?.removeEventListener("abort", this.#stop);
    this.#stop();
    await this.#settings.transport.close(giveUp);
  }

  readonly #stop = () => {
    this.#isStopped = true;
    for (const operation of this.#underWay) operation.abort();
  };

  async #sendUntilDone(call: Call, redaction: Redactor, signal: AbortSignal): Promise<ApiResponse> {
    const { rateLimiter, clock } = this.#settings;
    const { operation } = call;
    const acquire = rateLimiter.enqueue(operation.rateClass, signal);
    const progress: Progress = { retries: 0, effect: "none", last: undefined };
    for (let count = 1; ; count += 1) {
      const end = await this.#waitToSend(call, acquire, progress, signal);
      if (clock.now() < this.#refusedUntil) {
        end("unsent");
        throw errorOf(call, progress, refusedBefore);
      }
      this.requestsSent += 1;
      const { outcome: answer, ending } = await this.#send(call, count, redaction, signal).catch((defect) => {
        end("unanswered");
        throw defect;
      });
      const isRefused = "problem" in answer && answer.kind === "authentication";
      const isRepeated = isRefused && clock.now() < this.#refusedUntil;
      if (isRefused) this.#refusedUntil = clock.now() + refusalPeriod;
      const outcome = isRepeated ? { ...answer, ...refusedBefore, status: undefined } : answer;
      const isLimitReached = end(ending);
      if (!("problem" in outcome)) return outcome;
      const isDoubtful = outcome.kind === "rate_limited" && !isLimitReached && operation.method !== "GET";
      if (outcome.effect === "possible" || isDoubtful) progress.effect = "possible";
      progress.last = outcome;
      if (outcome.kind === "rate_limited" && (!isDoubtful || operation.repeatable)) continue;
      if (progress.retries === maxRetries || !canRetry(operation, outcome, ending !== "unsent"))
        throw errorOf(call, progress, outcome);
      progress.retries += 1;
    }
  }

  /** Waits until the operation may be sent. Resolves to the function to call when the request ends. */
  async #waitToSend(call: Call, acquire: Acquire, progress: Progress, signal: AbortSignal): Promise<Release> {
    const { clock, maxWait } = this.#settings;
    const hasFailed = progress.last !== undefined && progress.last.kind !== "rate_limited";
    try {
      if (hasFailed) await clock.sleep(retryDelay(progress.retries, clock.random()), signal);
      return await acquire();
    } catch (cause) {
      throw errorOf(call, progress, {
        ...progress.last,
        ...(cause instanceof WaitTooLong
          ? tooLong(cause, clock.now(), maxWait)
          : { kind: "stopped", problem: "stopped before the request was sent" }),
      });
    }
  }

  /** Sends the request once, and logs it. */
  async #send(call: Call, count: number, redaction: Redactor, signal: AbortSignal) {
    const { clock, logger, argsEncoding, transport, requestTimeout, dialect, base } = this.#settings;
    const { operation, id: object, query = {}, body } = call;
    const { method } = operation;
    const reads = method === "GET";
    const search = encodeForm(query);
    const pathOfObject = operation.path.replace("{id}", encodeURIComponent(object ?? ""));
    const path = `${base.path}${pathOfObject}.json${search && `?${search}`}`;
    const started = clock.now();
    const log = (fields: object) =>
      logger?.debug("request", { method, path, ...fields, duration: clock.now() - started, attempt: count });
    try {
      const response = await transport.send({
        method,
        path,
        headers: this.#headersOf(call),
        body: body && encodeForm(body, argsEncoding),
        timeout: requestTimeout,
        signal,
        finishOnceSent: !reads,
        newConnection: !operation.repeatable || count > 1,
      });
      const outcome = readResponse(response, operation, object, redaction, dialect.errorStatus);
      const isLimited = "problem" in outcome && outcome.kind === "rate_limited";
      const { status = response.status } = "problem" in outcome ? outcome : response;
      log({ status });
      const ending: RequestEnd = { status: isLimited ? 429 : status, headers: response.headers };
      return { outcome, ending };
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error;
      const { reason: kind, sent, message } = error;
      const problem = redaction.message(message);
      log({ problem });
      const effect = sent && !reads ? "possible" : "none";
      const outcome = { kind, operation: operation.title, object, problem, effect } as const;
      const ending: RequestEnd = sent ? "unanswered" : "unsent";
      return { outcome, ending };
    }
  }

  #headersOf({ body }: Call): Record<string, string> {
    return {
      accept: "application/json",
      // The client decompresses nothing.
      "accept-encoding": "identity",
      authorization: this.#settings.credentials.header,
      "user-agent": this.#settings.userAgent,
      ...(body && { "content-type": "application/x-www-form-urlencoded" }),
    };
  }
}

const refusalPeriod = 60_000;

/** The error of a request after a 401, or that was under way with it. It has no status: the first error has the remedy. */
const refusedBefore = {
  kind: "authentication",
  problem: "the service has just refused these credentials for another request",
} as const;

/** The progress of an operation over its attempts. `effect` is the worst of them. */
interface Progress {
  retries: number;
  effect: Effect;
  last: Failure | undefined;
}

/** The error of an operation. */
function errorOf(
  { operation, id }: Call,
  { effect }: Progress,
  failure: Omit<Failure, "operation" | "object" | "effect">,
): ServiceError {
  return new ServiceError({ ...failure, operation: operation.title, object: id, effect });
}

function tooLong({ wait, message, left }: WaitTooLong, now: number, maxWait: number) {
  const seconds = Math.ceil((wait.until - now) / 1_000);
  const allowed = `max_wait allows ${maxWait / 1_000} s per request`;
  const problem = `${message}, in ${seconds} s; ${allowed}; requests without a response: ${left}`;
  return { kind: "rate_limited", problem, retryAfter: seconds } as const;
}

/** The maximum number of retries after failures, not counting waits for rate limits. */
const maxRetries = 2;

const retryDelays = { first: 500, longest: 8_000 };

/**
 * Whether to retry an operation: always if the connection never opened; after transport errors, time-outs and 5xx only if the
 * operation is repeatable (docs/design/writing.md).
 */
export function canRetry(operation: Operation, failure: Failure, sent: boolean): boolean {
  if (failure.kind === "transport" || failure.kind === "timeout") return !sent || operation.repeatable;
  return failure.kind === "server" && operation.repeatable;
}

/** The delay before a retry in milliseconds. @param random from 0 to 1 */
export function retryDelay(retry: number, random: number): number {
  return growingDelay(retry, retryDelays, random);
}
