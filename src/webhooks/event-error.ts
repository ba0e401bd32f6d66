/**
 * A body that is no event: `not_json` when it is no JSON text in UTF-8, `not_an_event` when it is, but does not hold what
 * the specification says of events. The message tells which fields and what they must be, never what they were: an event
 * may carry a secret.
 */
export class EventError extends Error {
  override readonly name = "EventError";

  constructor(
    readonly kind: "not_json" | "not_an_event",
    message: string,
  ) {
    super(message);
  }
}
