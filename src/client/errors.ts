/** Which way an operation failed. `refused` is ours: nothing was sent, since it could not have been accepted. */
export type ErrorKind =
  | "invalid_request"
  | "authentication"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "validation"
  | "rate_limited"
  | "server"
  | "unreadable"
  | "transport"
  | "timeout"
  | "stopped"
  | "refused";

/** Whether the service may have carried the operation out. */
export type Effect = "none" | "possible";

/** What a {@link ServiceError} is made of. `problem` says what happened, in words that hold no secret. */
export interface Failure {
  readonly kind: ErrorKind;
  readonly operation: string;
  readonly problem: string;
  readonly effect: Effect;
  readonly object?: string | undefined;
  readonly status?: number | undefined;
  readonly serviceMessage?: string | undefined;
  readonly retryAfter?: number | undefined;
}

/**
 * Every failure of the client (docs/design/api.md#errors).
 *
 * `operation` is what was tried, such as `create host`, and `object` the id it concerned. `status` is the service's
 * status, `serviceMessage` its `status_message`, `retryAfter` the seconds after which to try again. `effect` says for a write
 * whether it may have happened: `none` after a refusal (4xx, 429) or when the connection never opened, `possible` after
 * a reset, a time-out, a 5xx or an answer that cannot be read.
 */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly kind: ErrorKind;
  readonly operation: string;
  readonly effect: Effect;
  declare readonly object?: string;
  declare readonly status?: number;
  declare readonly serviceMessage?: string;
  declare readonly retryAfter?: number;

  constructor(failure: Failure) {
    super(`${[failure.operation, failure.object].filter(Boolean).join(" ")}: ${failure.problem}`);
    this.kind = failure.kind;
    this.operation = failure.operation;
    this.effect = failure.effect;
    if (failure.object !== undefined) this.object = failure.object;
    if (failure.status !== undefined) this.status = failure.status;
    if (failure.serviceMessage !== undefined) this.serviceMessage = failure.serviceMessage;
    if (failure.retryAfter !== undefined) this.retryAfter = failure.retryAfter;
  }
}

/** The error for what is not sent, since it could not be accepted or would not be safe. */
export function refused(operation: string, problem: string): ServiceError {
  return new ServiceError({ kind: "refused", operation, problem, effect: "none" });
}
