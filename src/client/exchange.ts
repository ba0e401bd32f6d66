import { setMaxListeners } from "node:events";
import { type AttemptResult, type AttemptSettings, attempt, type Call } from "./attempt";
import type { ApiResponse } from "./envelope";
import { type Effect, type Failure, ServiceError } from "./errors";
import type { Ending, Passage, RateLimiter } from "./rate-limiter";
import { createRedactor, type Redactor } from "./redaction";
import { mayResend, resendDelay, resendings } from "./retry";
import type { Secrets } from "./secrets";
import { WaitTooLong } from "./wait";

/** What an exchange works with. Times are in milliseconds. */
export interface ExchangeSettings extends AttemptSettings {
  readonly maxWait: number;
  readonly rateLimiter: RateLimiter;
  /** All that no message may show; it grows with what is sent and answered. */
  readonly secrets: Secrets;
  readonly signal: AbortSignal | undefined;
}

/** What carries operations out: rate gate, re-sending, envelope. Fails with {@link ServiceError} only. */
export interface Exchange {
  perform(call: Call): Promise<ApiResponse>;
  /** Requests handed to the transport so far, re-sent ones included. */
  readonly requestsSent: number;
  /** Stops what waits, lets writes in flight finish, and closes the connections. */
  close(): Promise<void>;
}

export function createExchange(settings: ExchangeSettings): Exchange {
  const stop = new AbortController();
  // Every request under way listens, and there may be many: no leak to warn of.
  setMaxListeners(0, stop.signal);
  // So do all exchanges of a process that serves many accounts.
  if (settings.signal !== undefined) setMaxListeners(0, settings.signal);
  const follow = () => stop.abort();
  if (settings.signal?.aborted) follow();
  settings.signal?.addEventListener("abort", follow, { once: true });
  let requestsSent = 0;
  return {
    get requestsSent() {
      return requestsSent;
    },
    perform: (call) =>
      perform(settings, call, stopSignal(stop.signal, call.signal), () => {
        requestsSent += 1;
      }),
    async close() {
      settings.signal?.removeEventListener("abort", follow);
      follow();
      await settings.transport.close();
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
  const passage = settings.rateLimiter.enter(call.operation.rateClass, signal);
  const progress: Progress = { resent: 0, effect: "none", last: undefined };
  for (let count = 1; ; count += 1) {
    const end = await pause(settings, call, passage, progress, signal);
    onSend();
    const { outcome, sent } = await attemptOnce(settings, call, count, redaction, signal, end);
    if (!("problem" in outcome)) return outcome;
    if (outcome.effect === "possible") progress.effect = "possible";
    progress.last = outcome;
    if (outcome.kind === "rate_limited") continue;
    if (progress.resent === resendings || !mayResend(call.operation, outcome, sent)) {
      throw new ServiceError({ ...outcome, effect: progress.effect });
    }
    progress.resent += 1;
  }
}

/** How far an operation has come over its attempts. `effect` is the worst of them. */
interface Progress {
  resent: number;
  effect: Effect;
  last: Failure | undefined;
}

/** Sends once, and tells the gate how that ended whatever happens. */
async function attemptOnce(
  settings: ExchangeSettings,
  call: Call,
  count: number,
  redaction: Redactor,
  signal: AbortSignal,
  end: (ending: Ending) => void,
): Promise<AttemptResult> {
  let ending: Ending = "lost";
  try {
    const result = await attempt(settings, call, count, redaction, signal);
    ending = endingOf(result);
    return result;
  } finally {
    end(ending);
  }
}

/** What the gate is told of how an attempt ended. */
function endingOf({ outcome, sent, headers }: AttemptResult): Ending {
  const isLimited = "problem" in outcome && outcome.kind === "rate_limited";
  const status = isLimited ? 429 : "problem" in outcome ? outcome.status : 200;
  if (status !== undefined) return { status, headers };
  return sent ? "lost" : "unsent";
}

/** Waits until the operation may be sent, again or for the first time, and resolves to what its end is told to. */
async function pause(
  settings: ExchangeSettings,
  call: Call,
  passage: Passage,
  progress: Progress,
  signal: AbortSignal,
): Promise<(ending: Ending) => void> {
  const { clock, maxWait } = settings;
  const failed = progress.last !== undefined && progress.last.kind !== "rate_limited";
  try {
    signal.throwIfAborted();
    if (failed) await clock.sleep(resendDelay(progress.resent, clock.random()), signal);
    return await passage.pass();
  } catch (cause) {
    throw new ServiceError({
      ...progress.last,
      operation: call.operation.title,
      object: call.id,
      effect: progress.effect,
      ...(cause instanceof WaitTooLong
        ? tooLong(cause, clock.now(), maxWait)
        : { kind: "stopped", problem: "stopped before it was sent" }),
    });
  }
}

function tooLong(wait: WaitTooLong, now: number, maxWait: number) {
  const seconds = Math.ceil((wait.until - now) / 1_000);
  const allowed = `max_wait lets a request wait ${maxWait / 1_000} s in all`;
  const problem = `${wait.message}, in ${seconds} s; ${allowed}; requests left to do, of those asked for so far: ${wait.left}`;
  return { kind: "rate_limited", problem, retryAfter: seconds } as const;
}

function stopSignal(stop: AbortSignal, own: AbortSignal | undefined): AbortSignal {
  return own === undefined ? stop : AbortSignal.any([stop, own]);
}
