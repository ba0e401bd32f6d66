import { type commonFields, eventTable } from "./event-table";
import type { ValuesOf } from "./fields";

/** The type of an event that the specification names, such as `rbl.host.listed`. */
export type EventType = keyof typeof eventTable;

/** The fields of an event of that type: its own, and the common ones where it has none of that name. */
type FieldsOf<T extends EventType> = Omit<typeof commonFields, keyof (typeof eventTable)[T]["fields"]> &
  (typeof eventTable)[T]["fields"];

type EventsByType = {
  readonly [T in EventType]: Omit<ValuesOf<FieldsOf<T>>, "event_type"> & { readonly event_type: T };
};

/** What an event of that type holds: the common fields and its own. */
export type EventOf<T extends EventType> = EventsByType[T];

/** An event that the specification names: `event_type` tells which, and thereby which fields it has. */
export type KnownEvent = EventOf<EventType>;

/** An event of a type that the specification does not name: its type, and all other fields as they came. */
export interface UnknownEvent {
  readonly event_sid: string | null;
  readonly event_type: string;
  readonly event_date: string | null;
  readonly [field: string]: unknown;
}

/**
 * Any event. Ask `isKnownEvent` first, and then `event_type`. The date may be null in any event; the id may be null in
 * those of contacts and in events of unknown types.
 */
export type WebhookEvent = KnownEvent | UnknownEvent;

/** The types of all events that the specification names, in its order. */
export const eventTypes = Object.keys(eventTable) as readonly EventType[];

/** Whether the specification names this type of event. */
export function isEventType(type: string): type is EventType {
  return Object.hasOwn(eventTable, type);
}

/** Whether the event is of a type that the specification names. */
export function isKnownEvent(event: WebhookEvent): event is KnownEvent {
  return isEventType(event.event_type);
}
