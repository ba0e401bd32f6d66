import type { CheckStatus } from "../service/responses";
import type { Clock } from "./options";

const firstPause = 1_000;
const longestPause = 15_000;
const growth = 1.6;

/** How a running check is waited for. */
export interface PollOptions {
  /** Milliseconds after which to give up. */
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
  /** Told what each question found, the last one included. */
  readonly onStatus?: ((status: CheckStatus) => void) | undefined;
}

/** How often a check is asked for at most within that many milliseconds. */
export function maxStatusRequests(timeout: number): number {
  let questions = 1;
  for (let [now, pause] = [firstPause, firstPause]; now < timeout; questions += 1) {
    pause = Math.min(pause * growth, longestPause);
    now += pause;
  }
  return questions;
}

/**
 * Asks for a check until it is finished, with pauses that grow from 1 to 15 seconds: a quick check is soon known, and one
 * of five minutes costs about 25 requests. Returns what was found last, which is not finished if the time was over.
 */
export async function pollCheck(
  ask: () => Promise<CheckStatus>,
  clock: Clock,
  { timeout, signal, onStatus }: PollOptions,
): Promise<CheckStatus> {
  const end = clock.now() + timeout;
  for (let pause = firstPause; ; pause = Math.min(pause * growth, longestPause)) {
    await clock.sleep(Math.min(pause, Math.max(end - clock.now(), 0)), signal);
    const status = await ask();
    onStatus?.(status);
    if (status.finished || clock.now() >= end) return status;
  }
}
