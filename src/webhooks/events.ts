import { randomBytes } from "node:crypto";
import { commonFields, eventTable } from "./event-table";
import { object, type ValuesOf } from "./fields";

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
