/** The status codes of gRPC that a plugin answers with (grpc.github.io, Status codes). */
export const Status = {
  OK: 0,
  CANCELLED: 1,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  RESOURCE_EXHAUSTED: 8,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
} as const;

/** What ends a call with another status than OK; the message is for the caller. */
export class StatusError extends Error {
  override readonly name = "StatusError";

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Whatever a handler threw: without a status of its own it is a fault of the handler. */
export function statusOf(thrown: unknown): StatusError {
  if (thrown instanceof StatusError) return thrown;
  return new StatusError(Status.INTERNAL, thrown instanceof Error ? thrown.message : String(thrown));
}
