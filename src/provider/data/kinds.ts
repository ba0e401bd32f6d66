import { type Kind, kindNames } from "../../service/kinds";
import { sid } from "../../service/rules";
import { canonicalSid } from "../../service/sids";
import { nestedList, string } from "../../terraform";
import { field } from "../managed/wire";
import { managedResources } from "../resources";
import { shapeOf } from "../shapes";
import { contains, equals, matches } from "./filters";
import { type AnyKindTable, type KindRow, kindTable } from "./kind-table";

/** The additions of a kind's data sources to its resource. */
const rows: { readonly [K in Kind]?: KindRow } = {
  /** The results of checks (docs/design/api-3.0.md#resources: Host). */
  host: {
    computed: {
      type: "Type of the host: `rbl`, `uribl`, or `ip_range`. Null if the API does not return it.",
      parent: "SID of the subnet's host, `HT…`, if this host is an address of a subnet.",
      listed: "Whether the last check found the host on any source.",
      listed_count: "Number of sources that list the host.",
      listed_details: nestedList({
        id: shapeOf(sid("source")).computed("SID of the source that lists the host, `RB…`."),
        host: string().computed("Hostname of the source."),
        details: string().computed("Answer of the source."),
      })
        .computed("The sources that list the host, sorted by `host`.")
        .annotate(field("listed_details")),
      listed_period: "How long the host has been listed, as returned by the API.",
      first_listed: "When the host was first listed, as returned by the API.",
      last_checked: "When the host was last checked, as returned by the API.",
    },
    completeWith: "profile",
    filters: {
      host_pattern: matches("host"),
      type: equals("type", "`rbl`, `uribl`, or `ip_range`"),
      listed: equals("listed"),
    },
  },
  monitoring_profile: {
    computed: {
      frequency: string()
        .computed(
          "Effective check frequency, such as `24_hours`. It may differ from the configured value if the account's plan fixes it.",
        )
        .annotate(field("frequency")),
      entries:
        "SIDs of the sources that are checked, `RB…`. For a profile with `stay_in_sync`: the current sources of the catalogue.",
      total_entries: "Number of sources that are checked. Null if the API does not return it.",
      total_hosts: "Number of hosts with the profile. Null if the API does not return it.",
    },
    filters: {
      frequency: equals("frequency"),
      sync_method: equals("sync_method"),
      source: contains("entries", canonicalSid),
    },
  },
  /** Including the sources of the service's catalogue (docs/design/open-points.md#5 and 6). */
  source: {
    computed: {
      type: string()
        .computed(
          "What the source lists:\n- `rbl`: IPv4 addresses\n- `rbl_v6`: IPv6 addresses\n- `uribl`: domain names\n- another value for some built-in sources",
        )
        .annotate(field("type")),
      custom: "Whether the account added the source. False for built-in sources.",
    },
    narrowedBy: "type",
    notFound: "The API lists active sources only. To look up a paused source, set id.",
    filters: {
      host_pattern: matches("host"),
      type: equals("type", "`rbl`, `rbl_v6`, `uribl`, or another value"),
      custom: equals("custom"),
    },
  },
  certificate_monitor: {
    computed: {
      port: "Port on which the certificate is fetched. Null if the API does not return it.",
      expiry_days:
        "Days until the certificate expires; negative after that. Null if the API does not return it.",
      last_checked: "When the certificate was last fetched, as returned by the API.",
    },
    narrowedBy: "protocol",
    filters: { hostname_pattern: matches("hostname"), protocol: equals("protocol") },
  },
  /** Without `args`: these may be secret, and the API does not return them. */
  contact: {
    statuses: ["pending"],
    completeWith: "type",
    narrowedBy: "type",
    filters: { contact_pattern: matches("contact"), type: equals("type") },
  },
  contact_group: {
    computed: {
      total_members: "Number of contacts in the group. Null if the API does not return it.",
      total_hosts: "Number of hosts that notify the group. Null if the API does not return it.",
    },
  },
};

/** The data source tables of all kinds. */
export const kindTables = Object.fromEntries(
  kindNames.map((kind) => [kind, kindTable(managedResources[`rblmonitor_${kind}`], rows[kind])]),
) as Readonly<Record<Kind, AnyKindTable>>;
