import { fieldsOf, objectId, paused } from "./common-attributes";
import { keyRule } from "./managed/natural-key";
import { managedResource } from "./managed/resource";

const field = fieldsOf("source");

/** Custom sources (docs/design/api.md#source); built-in ones are read-only (docs/design/open-points.md#6). */
export const source = managedResource({
  kind: "source",
  description:
    "A custom source: a DNS blocklist of your own, in addition to the service's catalogue. Monitoring profiles refer to it in `entries`. Requires a paid plan.",
  attributes: {
    id: objectId("source"),
    host: field(
      "host",
      "Hostname of the blocklist's DNS server, such as `bl.example.net`.",
      "Sent in lower case without a trailing dot.",
    ),
    type: field(
      "type",
      "What the blocklist lists:\n- `rbl`: IPv4 addresses\n- `rbl_v6`: IPv6 addresses; requires API version 4.0\n- `uribl`: domain names",
    ),
    custom_codes: field(
      "custom_codes",
      "DNS response codes that indicate a listing, such as `127.0.0.2`.",
      "If omitted, the source has no custom codes.",
    ),
    paused: paused("Whether the source is paused, so that checks skip it."),
  },
  naturalKey: "host",
  key: keyRule("host", "host"),
  importKey: { description: "its hostname" },
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
