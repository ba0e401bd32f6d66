import type { Operation } from "../service/operations";
import type { Failure } from "./errors";

/** How often a request is sent again after a failure, beyond the waits for rate limits. */
export const resendings = 2;

const firstDelay = 500;
const longestDelay = 8_000;

/**
 * Whether the operation may be sent again after that failure: always if the connection never opened, and after
 * transport errors, time-outs and 5xx if it is repeatable (docs/design/writing.md).
 */
export function mayResend(operation: Operation, failure: Failure, sent: boolean): boolean {
  if (failure.kind === "transport" || failure.kind === "timeout") return !sent || operation.repeatable;
  return failure.kind === "server" && operation.repeatable;
}

/** Milliseconds to wait before sending again for the nth time: doubling, half of it left to chance. */
export function resendDelay(resending: number, chance: number): number {
  const whole = Math.min(firstDelay * 2 ** (resending - 1), longestDelay);
  return whole / 2 + (whole / 2) * chance;
}

/** No wait is longer than a day, whatever the service asks for. */
export const longestWait = 86_400_000;

/**
 * Milliseconds that the answer asks to wait (`Retry-After`: seconds, or a date as RFC 9110 allows it); undefined if it
 * asks for none that can be read. More than a day is taken as a day.
 */
export function readRetryAfter(value: string | string[] | undefined, now: number): number | undefined {
  const text = typeof value === "string" ? value.trim() : "";
  const wait = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1_000 : untilDate(text, now);
  return wait === undefined ? undefined : Math.min(wait, longestWait);
}

function untilDate(text: string, now: number): number | undefined {
  const date = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(date - now, 0);
}
