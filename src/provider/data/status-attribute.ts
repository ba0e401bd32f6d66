import { type Attribute, string } from "../../terraform";

/** The status of an object, an open word (docs/design/open-points.md#4). */
export function statusAttribute(): Attribute<string, "computed"> {
  return string().computed("Status in lower case: `active`, `paused`, or another word of the service's.");
}
