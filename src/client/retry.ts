import type { Operation } from "../service/operations";
import type { Failure } from "./errors";

/** The maximum number of retries after failures, not counting waits for rate limits. */
export const maxRetries = 2;

const firstDelay = 500;
const maxDelay = 8_000;

/**
 * Whether to retry an operation: always if the connection never opened; after transport errors, time-outs and 5xx only if the
 * operation is repeatable (docs/design/writing.md).
 */
export function canRetry(operation: Operation, failure: Failure, sent: boolean): boolean {
  if (failure.kind === "transport" || failure.kind === "timeout") return !sent || operation.repeatable;
  return failure.kind === "server" && operation.repeatable;
}

/** The delay before a retry in milliseconds: exponential, half of it random. @param random from 0 to 1 */
export function retryDelay(retry: number, random: number): number {
  const full = Math.min(firstDelay * 2 ** (retry - 1), maxDelay);
  return full / 2 + (full / 2) * random;
}
