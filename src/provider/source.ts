import { attributesOf, paused } from "./common-attributes";
import { keyRule } from "./managed/identity/natural-key";
import { managedResource } from "./managed/resource";

/** Custom sources (docs/design/api.md#source); built-in ones are read-only (docs/design/open-points.md#6). */
export const source = managedResource({
  kind: "source",
  description:
    "A custom source: a DNS blocklist of your own, in addition to the service's catalogue. Monitoring profiles refer to it in `entries`. Requires a paid plan.",
  attributes: {
    ...attributesOf("source"),
    paused: paused("Whether the source is paused, so that checks skip it."),
  },
  key: { field: "host", rule: keyRule("host", "host"), description: "its hostname" },
  observed: ({ context, state, objects }) => {
    // Version 3.0 does not have this type, and does not return it (docs/design/api-3.0.md#rules).
    const isUnreported =
      context.apiVersion === "3.0" && state.type === null && objects[0]?.type === undefined;
    return isUnreported ? { type: "rbl_v6" as const } : {};
  },
  refusal: (object) =>
    object.custom === false
      ? "The service's built-in sources are read-only. Refer to them by their SIDs or with the data source rblmonitor_source instead."
      : undefined,
});
