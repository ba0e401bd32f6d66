import { randomBytes } from "node:crypto";
import { commonFields, eventTable } from "./event-table";
import type { EventOf, EventType } from "./events";
import { object } from "./fields";

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
