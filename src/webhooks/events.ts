import { randomBytes } from "node:crypto";
import { isNestedDeeper } from "../service/nesting";
import { readObject } from "../service/wire-forms";
import { commonFields, eventTable } from "./event-table";
import { FieldError, type Fields, object, type ValuesOf } from "./fields";

/** A documented event type, such as `rbl.host.listed`. */
export type EventType = keyof typeof eventTable;

type EventsByType = {
  readonly [T in EventType]: Omit<ValuesOf<typeof commonFields>, "event_type"> & {
    readonly event_type: T;
  } & ValuesOf<(typeof eventTable)[T]["fields"]>;
};

/**
 * An event of a type: the common fields and those of the type. A value that the service sends in another form is converted: a number
 * or a flag as text, a date as seconds, an object as its SID. A field that is null or missing is null, or an empty list or object.
 */
export type EventOf<T extends EventType> = EventsByType[T];

/** A documented event: a union, discriminated by `event_type`. */
export type KnownEvent = EventOf<EventType>;

/** An event of an undocumented type, with all fields as received. */
export interface UnknownEvent {
  readonly event_sid: string | null;
  readonly event_type: string;
  readonly event_date: string | null;
  readonly [field: string]: unknown;
}

/** Any event. Check `isKnownEvent` first, and then `event_type`. `event_date` and `event_sid` may be null in any event. */
export type WebhookEvent = KnownEvent | UnknownEvent;

/** All documented event types, in the order of the specification. */
export const eventTypes = Object.keys(eventTable) as readonly EventType[];

/** Whether an event type is documented. */
export function isEventType(type: string): type is EventType {
  return Object.hasOwn(eventTable, type);
}

/** Whether an event is of a documented type. */
export function isKnownEvent(event: WebhookEvent): event is KnownEvent {
  return isEventType(event.event_type);
}

/**
 * Creates a sample event for testing a receiver, with a new id and the current time. Events for contacts have no time.
 *
 * @param overrides fields that replace those of the sample
 */
export function sampleEvent<T extends EventType>(type: T, overrides: Partial<EventOf<T>> = {}): EventOf<T> {
  const isForContact = type.startsWith("contact.");
  const sample = {
    ...object({ ...commonFields, ...eventTable[type].fields }).sample,
    event_sid: `${type === "contact.confirm" ? "EA" : "TA"}${randomBytes(16).toString("hex")}`,
    event_type: type,
    event_date: isForContact ? null : new Date().toISOString().replace(/\.\d+Z$/, "+00:00"),
    ...overrides,
  };
  // The fields of the event's type; TypeScript cannot infer that.
  return sample as unknown as EventOf<T>;
}

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
