import { isNestedDeeper } from "../service/nesting";
import { readObject } from "../service/wire-forms";
import { commonFields, eventTable } from "./event-table";
import { isEventType, type WebhookEvent } from "./events";
import { FieldError, type Fields, object } from "./fields";

/**
 * Parses the body of a webhook request or of a check's callback (docs/design/api.md#events). Undocumented event types and fields
 * are returned unchanged; values in another form than documented are converted, and null or missing ones are null or empty.
 *
 * @param body the raw body as a string or as bytes in UTF-8, or the parsed JSON
 * @throws EventError for an invalid event
 */
export function parseEvent(body: unknown): WebhookEvent {
  const event = readObject(typeof body === "string" || body instanceof Uint8Array ? parseJson(body) : body);
  if (event === undefined) throw new EventError("not_an_event", "An event must be a JSON object.");
  const type = event.event_type;
  const isKnown = typeof type === "string" && isEventType(type);
  const fields: Fields = { ...commonFields, ...(isKnown && eventTable[type].fields) };
  try {
    // The fields of the event's type; TypeScript cannot infer that.
    return object(fields).read(event) as unknown as WebhookEvent;
  } catch (thrown) {
    if (!(thrown instanceof FieldError)) throw thrown;
    const subject = isKnown ? `The event ${type}` : "An event";
    throw new EventError("not_an_event", `${subject} does not match the specification: ${thrown.message}.`);
  }
}

/** Levels of nesting in a body; receivers that walk through it recursively would fail on thousands. */
const maxNesting = 100;

function parseJson(body: string | Uint8Array): unknown {
  try {
    const text = typeof body === "string" ? body : new TextDecoder("utf-8", { fatal: true }).decode(body);
    if (isNestedDeeper(text, maxNesting))
      throw new EventError("not_an_event", `The body has more than ${maxNesting} levels of nesting.`);
    return JSON.parse(text);
  } catch (thrown) {
    if (thrown instanceof EventError) throw thrown;
    // The parser's message would quote the body, which may contain a secret.
    throw new EventError("not_json", "The body is not JSON in UTF-8.");
  }
}

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
