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
  declare readonly kind: ErrorKind;
  declare readonly operation: string;
  declare readonly effect: Effect;
  declare readonly object?: string;
  declare readonly status?: number;
  declare readonly serviceMessage?: string;
  declare readonly retryAfter?: number;

  constructor({ problem, ...failure }: Failure) {
    super(`${[failure.operation, failure.object].filter(Boolean).join(" ")}: ${problem}`);
    Object.assign(this, failure);
  }
}

/** Creates an error. By default, the request had no effect. */
export function failed(
  kind: ErrorKind,
  operation: string,
  problem: string,
  more: Partial<Pick<Failure, "object" | "effect">> = {},
): ServiceError {
  return new ServiceError({ kind, operation, problem, effect: "none", ...more });
}

/** @throws ServiceError unless an option of the client is valid */
export function assertOption(isValid: boolean, problem: string): asserts isValid {
  if (!isValid) throw failed("refused", "configure the client", problem);
}
