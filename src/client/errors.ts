/** The kind of failure. `refused`: the client sent nothing, because the request is invalid or unsafe. */
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

/** Whether the service may have performed the operation. */
export type Effect = "none" | "possible";

/** The data of a {@link ServiceError}. `problem` is a message without secrets. */
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
 * `operation` is such as `create host`, and `object` is the object's id. `status` is the service's status, `serviceMessage` its
 * `status_message`, and `retryAfter` the seconds until a retry. `effect` is for writes: `none` after a 4xx, or if the connection
 * never opened; `possible` after a reset, a time-out, a 5xx, an unreadable response, or a 429 that no used rate limit explains.
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

/** Creates the error for a response that is not as documented. By default, the request had no effect. */
export function unreadable(
  operation: string,
  problem: string,
  more: Partial<Pick<Failure, "object" | "effect">> = {},
): ServiceError {
  return new ServiceError({ kind: "unreadable", operation, problem, effect: "none", ...more });
}

/** Creates the error for a request that is not sent. */
export function refused(operation: string, problem: string): ServiceError {
  return new ServiceError({ kind: "refused", operation, problem, effect: "none" });
}
