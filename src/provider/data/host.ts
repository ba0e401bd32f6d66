import { canonicalSid } from "../../service/sids";
import { bool, nestedList, number, string } from "../../terraform";
import { host } from "../host";
import { sid } from "../shapes";
import { contains, equals, matches } from "./filters";
import { kindTable, knownStatuses, statusAttribute } from "./kind-table";

/** Hosts as data sources: the attributes of the resource, and the results of checks (docs/design/api-3.0.md#resources: Host). */
export const hostData = kindTable({
  kind: "host",
  managed: host,
  computed: {
    status: statusAttribute(),
    type: string().computed(
      "Type of the host: `rbl`, `uribl`, or `ip_range`. Null if the API does not return it.",
    ),
    parent: sid("host").computed("SID of the subnet's host, `HT…`, if this host is an address of a subnet."),
    listed: bool().computed("Whether the last check found the host on any source."),
    listed_count: number().computed("Number of sources that list the host."),
    listed_details: nestedList({
      id: sid("source").computed("SID of the source that lists the host, `RB…`."),
      host: string().computed("Hostname of the source."),
      details: string().computed("Answer of the source."),
    }).computed("The sources that list the host, sorted by `host`."),
    listed_period: string().computed("How long the host has been listed, as returned by the API."),
    first_listed: string().computed("When the host was first listed, as returned by the API."),
    last_checked: string().computed("When the host was last checked, as returned by the API."),
  },
  key: "host",
  completeWith: "profile",
  filters: {
    name_pattern: matches("name"),
    host_pattern: matches("host"),
    tag: contains("tags"),
    profile: equals("profile"),
    contact_group: contains("contact_groups", canonicalSid),
    type: equals("type", "`rbl`, `uribl`, or `ip_range`"),
    status: equals("status", knownStatuses()),
    paused: equals("paused"),
    listed: equals("listed"),
  },
});
