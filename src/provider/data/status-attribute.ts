import { type Attribute, string } from "../../terraform";

/** The status of an object. The API does not document all values (docs/design/open-points.md#4). */
export function statusAttribute(...further: readonly string[]): Attribute<string, "computed"> {
  const known = [...further, "active", "paused"].map((status) => `\`${status}\``);
  return string().computed(
    `Status in lower case: ${known.join(", ")}, or another value that the API returns.`,
  );
}
