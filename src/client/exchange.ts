import { setMaxListeners } from "node:events";
import { type AttemptResult, type AttemptSettings, attempt, type Call } from "./attempt";
import type { ApiResponse } from "./envelope";
import { type Effect, type Failure, ServiceError } from "./errors";
import type { RateLimiter, RequestEnd, Ticket } from "./rate-limiter";
import { createRedactor, type Redactor } from "./redaction";
import { canRetry, maxRetries, retryDelay } from "./retry";
import type { Secrets } from "./secrets";
import { WaitTooLong } from "./wait";

/** Settings of an exchange. Times are in milliseconds. */
export interface ExchangeSettings extends AttemptSettings {
  readonly maxWait: number;
  readonly rateLimiter: RateLimiter;
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
        return await perform({ ...settings, secrets }, call, operation.signal, () => {
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
    onSend();
    const { outcome, sent } = await attemptOnce(settings, call, count, redaction, signal, end);
    if (!("problem" in outcome)) return outcome;
    if (outcome.effect === "possible") progress.effect = "possible";
    progress.last = outcome;
    if (outcome.kind === "rate_limited") continue;
    if (progress.retries === maxRetries || !canRetry(call.operation, outcome, sent)) {
      throw new ServiceError({ ...outcome, effect: progress.effect });
    }
    progress.retries += 1;
  }
}

/** The progress of an operation over its attempts. `effect` is the worst of them. */
interface Progress {
  retries: number;
  effect: Effect;
  last: Failure | undefined;
}

/** Sends once, and always reports the end to the rate limiter. */
async function attemptOnce(
  settings: ExchangeSettings,
  call: Call,
  count: number,
  redaction: Redactor,
  signal: AbortSignal,
  end: (ending: RequestEnd) => void,
): Promise<AttemptResult> {
  let ending: RequestEnd = "unanswered";
  try {
    const result = await attempt(settings, call, count, redaction, signal);
    ending = requestEndOf(result);
    return result;
  } finally {
    end(ending);
  }
}

/** The end of an attempt, for the rate limiter. */
function requestEndOf({ outcome, sent, headers }: AttemptResult): RequestEnd {
  const isLimited = "problem" in outcome && outcome.kind === "rate_limited";
  const status = isLimited ? 429 : "problem" in outcome ? outcome.status : 200;
  if (status !== undefined) return { status, headers };
  return sent ? "unanswered" : "unsent";
}

/** Waits until the operation may be sent. Resolves to the function to call when the request ends. */
async function waitToSend(
  settings: ExchangeSettings,
  call: Call,
  ticket: Ticket,
  progress: Progress,
  signal: AbortSignal,
): Promise<(ending: RequestEnd) => void> {
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
