import type { CheckStatus } from "../service/responses";
import type { Clock } from "./options";

const firstPause = 1_000;
const maxPause = 15_000;
const growth = 1.6;

/** Options of {@link pollCheck}. */
export interface PollOptions {
  /** Milliseconds after which to give up. */
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
  /** Called with each status, including the last. */
  readonly onStatus?: ((status: CheckStatus) => void) | undefined;
}

/** The maximum number of status requests within a timeout in milliseconds. */
export function maxStatusRequests(timeout: number): number {
  let requests = 1;
  for (let [now, pause] = [firstPause, firstPause]; now < timeout; requests += 1) {
    pause = Math.min(pause * growth, maxPause);
    now += pause;
  }
  return requests;
}

/**
 * Polls a check until it is finished, with pauses that grow from 1 to 15 seconds: a check of five minutes costs about 25
 * requests. Returns the last status, which is unfinished after the timeout.
 */
export async function pollCheck(
  readStatus: () => Promise<CheckStatus>,
  clock: Clock,
  { timeout, signal, onStatus }: PollOptions,
): Promise<CheckStatus> {
  const end = clock.now() + timeout;
  for (let pause = firstPause; ; pause = Math.min(pause * growth, maxPause)) {
    await clock.sleep(Math.min(pause, Math.max(end - clock.now(), 0)), signal);
    const status = await readStatus();
    onStatus?.(status);
    if (status.finished || clock.now() >= end) return status;
  }
}
