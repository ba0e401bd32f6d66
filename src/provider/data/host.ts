import { canonicalSid } from "../../service/sids";
import { bool, nestedList, number, string } from "../../terraform";
import { host } from "../host";
import { sid } from "../shapes";
import { contains, equals, matches } from "./filters";
import { kindTable } from "./kind-table";
import { statusAttribute } from "./status-attribute";

/** Hosts as data sources: what a resource has, and what checks have found (docs/design/api-3.0.md#resources: Host). */
export const hostData = kindTable({
  kind: "host",
  managed: host,
  computed: {
    status: statusAttribute(),
    type: string().computed("Type of the host: `rbl`, `uribl` or `ip_range`, if the service tells it."),
    parent: sid("host").computed("SID of the host of whose subnet this is an address, `HT…`."),
    listed: bool().computed("Whether a source lists the host, as the last check found it."),
    listed_count: number().computed("How many sources list the host."),
    listed_details: nestedList({
      id: sid("source").computed("SID of the source that lists the host, `RB…`."),
      host: string().computed("Hostname of the source."),
      details: string().computed("What the source says."),
    }).computed("The sources that list the host, in order of `host`."),
    listed_period: string().computed("For how long the host has been listed, in the service's words."),
    first_listed: string().computed("When the host was listed first, in the service's words."),
    last_checked: string().computed("When the host was checked last, in the service's words."),
  },
  key: "host",
  completeWith: "profile",
  filters: {
    name_pattern: matches("name"),
    host_pattern: matches("host"),
    tag: contains("tags"),
    profile: equals("profile"),
    contact_group: contains("contact_groups", canonicalSid),
    type: equals("type"),
    status: equals("status"),
    paused: equals("paused"),
    listed: equals("listed"),
  },
});
