import { setMaxListeners } from "node:events";
import { type AttemptSettings, attempt, type Call } from "./attempt";
import type { Answer } from "./envelope";
import { type Effect, type Failure, ServiceError } from "./errors";
import { type Gate, WaitTooLong } from "./rate-gate";
import { createRedaction } from "./redaction";
import { mayResend, resendDelay, resendings } from "./retry";

/** What an exchange works with. Times are in milliseconds. */
export interface ExchangeSettings extends AttemptSettings {
  readonly maxWait: number;
  readonly gate: Gate;
  readonly signal: AbortSignal | undefined;
}

/** What carries operations out: rate gate, re-sending, envelope. Fails with {@link ServiceError} only. */
export interface Exchange {
  perform(call: Call): Promise<Answer>;
  /** Requests handed to the transport so far, re-sent ones included. */
  readonly requestsSent: number;
  /** Stops what waits, lets writes in flight finish, and closes the connections. */
  close(): Promise<void>;
}

export function createExchange(settings: ExchangeSettings): Exchange {
  const stop = new AbortController();
  // Every request under way listens, and there may be many: no leak to warn of.
  setMaxListeners(0, stop.signal);
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
): Promise<Answer> {
  const redaction = createRedaction([...settings.credentials.secrets, ...(call.secrets ?? [])]);
  const progress: Progress = { waited: 0, refusals: 0, resent: 0, effect: "none", last: undefined };
  for (let count = 1; ; count += 1) {
    await pause(settings, call, progress, signal);
    onSend();
    const { outcome, sent, headers } = await attempt(settings, call, count, redaction, signal);
    const failed = "problem" in outcome;
    if (failed && outcome.kind === "rate_limited") progress.refusals += 1;
    const status = failed ? outcome.status : 200;
    if (status !== undefined) settings.gate.learn({ status, headers, refusals: progress.refusals });
    if (!failed) return outcome;
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
  waited: number;
  refusals: number;
  resent: number;
  effect: Effect;
  last: Failure | undefined;
}

/** Waits until the operation may be sent, again or for the first time. */
async function pause(settings: ExchangeSettings, call: Call, progress: Progress, signal: AbortSignal) {
  const { clock, gate, maxWait } = settings;
  const failed = progress.last !== undefined && progress.last.kind !== "rate_limited";
  try {
    signal.throwIfAborted();
    if (failed) await clock.sleep(resendDelay(progress.resent, clock.random()), signal);
    progress.waited += await gate.pass(call.operation.rateClass, maxWait - progress.waited, signal);
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
  const problem = `${wait.message}, in ${seconds} s; a request may wait ${maxWait / 1_000} s in all`;
  return { kind: "rate_limited", problem, retryAfter: seconds } as const;
}

function stopSignal(stop: AbortSignal, own: AbortSignal | undefined): AbortSignal {
  return own === undefined ? stop : AbortSignal.any([stop, own]);
}
