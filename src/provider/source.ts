import { sourceTypes } from "../service/enumerations";
import { bool, oneOf, set } from "../terraform";
import { byField } from "./managed/import-key";
import { managedResource } from "./managed/resource";
import { notSent } from "./managed/wire";
import { hostname, isSameName, listItem, sid } from "./shapes";

/** Custom sources (docs/design/api.md#source); built-in ones are read-only (docs/design/open-points.md#6). */
export const source = managedResource({
  kind: "source",
  description:
    "A custom source: a DNS blocklist beside those of the service's catalogue, for monitoring profiles to check. Needs a paid plan.",
  attributes: {
    id: sid("source").computed("SID of the source, `RB…`.").keepsPrior().annotate(notSent),
    host: hostname().required(
      "Hostname of the blocklist's DNS server, such as `bl.example.net`. It is sent in lower case without a trailing dot. A change keeps the source and its SID.",
    ),
    type: oneOf(sourceTypes).required(
      "What the blocklist lists: `rbl` (IPv4 addresses), `rbl_v6` (IPv6 addresses) or `uribl` (domain names). A change keeps the source and its SID. Not `rbl_v6` over version 3.0 of the API.",
    ),
    custom_codes: set(listItem("codes")).optional(
      "DNS response codes that indicate a listing, such as `127.0.0.2`. A change replaces them all. Unset: none. Not over version 3.0 of the API.",
    ),
    paused: bool()
      .default(
        false,
        "Whether the source is left out of all checks. A change pauses or resumes it. Default: `false`.",
      )
      .annotate(notSent),
  },
  naturalKey: "host",
  importKey: byField("host", "its hostname", isSameName),
  observed: ({ context, state, objects }) => {
    // The one type of a custom source that version 3.0 does not have, and so does not return (docs/design/api-3.0.md#rules).
    const isUnreported =
      context.apiVersion === "3.0" && state.type === null && objects[0]?.type === undefined;
    return isUnreported ? { type: "rbl_v6" as const } : {};
  },
  refusal: (object) =>
    object.custom === false
      ? "It is a built-in source of the service's catalogue, which is read-only. Refer to it by its SID or by the data source rblmonitor_source instead."
      : undefined,
});
