import { type Attribute, string } from "../../terraform";

/** The status of an object. The API does not document all values (docs/design/open-points.md#4). */
export function statusAttribute(...further: readonly string[]): Attribute<string, "computed"> {
  return string().computed(`Status in lower case: ${knownStatuses(...further)}.`);
}

/** The statuses as a phrase. @param further those that other kinds do not have */
export function knownStatuses(...further: readonly string[]): string {
  const known = [...further, "active", "paused"].map((status) => `\`${status}\``);
  return `${known.join(", ")}, or another value that the API returns`;
}
