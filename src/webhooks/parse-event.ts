import { readObject } from "../service/wire-forms";
import { EventError } from "./event-error";
import { commonFields, eventTable } from "./event-table";
import { isEventType, type WebhookEvent } from "./events";
import { type Fields, Misfit, object, orNull } from "./fields";

/**
 * Reads the body of a webhook request or of a check's callback (docs/design/api.md#events). An event of a type that the
 * specification does not name is returned as it is. Fields that nobody named are kept in any event.
 *
 * @param body the raw body, as text or as bytes in UTF-8, or what it is as JSON
 * @throws EventError when it is no event
 */
export function parseEvent(body: unknown): WebhookEvent {
  const given = readObject(typeof body === "string" || body instanceof Uint8Array ? parseJson(body) : body);
  if (given === undefined) throw new EventError("not_an_event", "An event must be a JSON object.");
  const type = given.event_type;
  const isKnown = typeof type === "string" && isEventType(type);
  const own = isKnown ? eventTable[type].fields : { event_sid: orNull(commonFields.event_sid) };
  const fields: Fields = { ...commonFields, ...own };
  try {
    // The fields are those of the type's row, which TypeScript cannot follow through the index.
    return object(fields).read(given) as unknown as WebhookEvent;
  } catch (thrown) {
    if (!(thrown instanceof Misfit)) throw thrown;
    const subject = isKnown ? `The event ${type}` : "An event";
    throw new EventError("not_an_event", `${subject} is not as the specification says: ${thrown.message}.`);
  }
}

function parseJson(body: string | Uint8Array): unknown {
  try {
    return JSON.parse(
      typeof body === "string" ? body : new TextDecoder("utf-8", { fatal: true }).decode(body),
    );
  } catch {
    // The parser's own message would quote the body, which may hold a secret.
    throw new EventError("not_json", "The body is not JSON in UTF-8.");
  }
}
