import { randomBytes } from "node:crypto";
import { commonFields, eventTable } from "./event-table";
import type { EventOf, EventType } from "./events";
import { object } from "./fields";

/**
 * An event of that type as the service might send it, for testing a receiver: with an id of its own and the present
 * time, unless these are given.
 *
 * @param given fields that differ from the sample's
 */
export function sampleEvent<T extends EventType>(type: T, given: Partial<EventOf<T>> = {}): EventOf<T> {
  const sample = {
    ...object({ ...commonFields, ...eventTable[type].fields }).sample,
    event_sid: `TA${randomBytes(16).toString("hex")}`,
    event_type: type,
    event_date: new Date().toISOString().replace(/\.\d+Z$/, "+00:00"),
    ...given,
  };
  // Made of the type's own row, which TypeScript cannot follow through the index.
  return sample as unknown as EventOf<T>;
}
