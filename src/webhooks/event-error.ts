/**
 * An invalid event. `kind` is `not_json` if the body is not JSON in UTF-8, or `not_an_event` if the JSON does not match the
 * specification. The message names fields and requirements, but no values, which may be secret.
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
