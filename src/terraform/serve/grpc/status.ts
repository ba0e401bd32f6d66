/** The gRPC status codes that a plugin returns. */
export const Status = {
  OK: 0,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  RESOURCE_EXHAUSTED: 8,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
} as const;

/** Ends a call with a status other than OK. The client receives the message. */
export class StatusError extends Error {
  override readonly name = "StatusError";

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Converts a thrown value to a status; INTERNAL unless it is a StatusError. */
export function statusOf(thrown: unknown): StatusError {
  if (thrown instanceof StatusError) return thrown;
  return new StatusError(Status.INTERNAL, thrown instanceof Error ? thrown.message : String(thrown));
}
