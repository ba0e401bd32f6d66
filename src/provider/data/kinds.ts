import { canonicalSid } from "../../service/sids";
import { bool, nestedList, number, set, string } from "../../terraform";
import { certificateMonitor } from "../certificate-monitor";
import { certificateProfile } from "../certificate-profile";
import { contact } from "../contact";
import { contactGroup } from "../contact-group";
import { host } from "../host";
import { monitoringProfile } from "../monitoring-profile";
import { sid } from "../shapes";
import { source } from "../source";
import { contains, equals, matches } from "./filters";
import { kindTable } from "./kind-table";

/** Hosts as data sources: the attributes of the resource, and the results of checks (docs/design/api-3.0.md#resources: Host). */
export const hostData = kindTable({
  managed: host,
  computed: {
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
  completeWith: "profile",
  filters: {
    host_pattern: matches("host"),
    type: equals("type", "`rbl`, `uribl`, or `ip_range`"),
    listed: equals("listed"),
  },
});

/** Monitoring profiles as data sources. */
const monitoringProfileData = kindTable({
  managed: monitoringProfile,
  computed: {
    frequency: string().computed(
      "Effective check frequency, such as `24_hours`. It may differ from the configured value if the account's plan fixes it.",
    ),
    entries: set(sid("source")).computed(
      "SIDs of the sources that are checked, `RB…`. For a profile with `stay_in_sync`: the current sources of the catalogue.",
    ),
    total_entries: number().computed(
      "Number of sources that are checked. Null if the API does not return it.",
    ),
    total_hosts: number().computed("Number of hosts with the profile. Null if the API does not return it."),
  },
  filters: {
    frequency: equals("frequency"),
    sync_method: equals("sync_method"),
    source: contains("entries", canonicalSid),
  },
});

/** Sources as data sources, including those of the service's catalogue (docs/design/open-points.md#5 and 6). */
const sourceData = kindTable({
  managed: source,
  computed: {
    type: string().computed(
      "What the source lists:\n- `rbl`: IPv4 addresses\n- `rbl_v6`: IPv6 addresses\n- `uribl`: domain names\n- another value for some built-in sources",
    ),
    custom: bool().computed("Whether the account added the source. False for built-in sources."),
  },
  narrowedBy: "type",
  notFound: "The API lists active sources only. To look up a paused source, set id.",
  filters: {
    host_pattern: matches("host"),
    type: equals("type", "`rbl`, `rbl_v6`, `uribl`, or another value"),
    custom: equals("custom"),
  },
});

/** Certificate monitors as data sources. */
export const certificateMonitorData = kindTable({
  managed: certificateMonitor,
  computed: {
    port: number().computed("Port on which the certificate is fetched. Null if the API does not return it."),
    expiry_days: number().computed(
      "Days until the certificate expires; negative after that. Null if the API does not return it.",
    ),
    last_checked: string().computed("When the certificate was last fetched, as returned by the API."),
  },
  narrowedBy: "protocol",
  filters: { hostname_pattern: matches("hostname"), protocol: equals("protocol") },
});

/** Certificate profiles as data sources. */
const certificateProfileData = kindTable({ managed: certificateProfile });

/** Contacts as data sources, without `args`: these may be secret, and the API does not return them. */
export const contactData = kindTable({
  managed: contact,
  statuses: ["pending"],
  completeWith: "type",
  narrowedBy: "type",
  filters: { contact_pattern: matches("contact"), type: equals("type") },
});

/** Contact groups as data sources. */
const contactGroupData = kindTable({
  managed: contactGroup,
  computed: {
    total_members: number().computed("Number of contacts in the group. Null if the API does not return it."),
    total_hosts: number().computed(
      "Number of hosts that notify the group. Null if the API does not return it.",
    ),
  },
});

/** The data source tables of all kinds. */
export const kindTables = [
  certificateMonitorData,
  certificateProfileData,
  contactData,
  contactGroupData,
  hostData,
  monitoringProfileData,
  sourceData,
];
