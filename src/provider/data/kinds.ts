import { fields } from "../../service/fields";
import { type Kind, kindNames } from "../../service/kinds";
import { list, sid } from "../../service/rules";
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
      listed_details: nestedList({
        id: shapeOf(sid("source")).computed("SID of the source that lists the host, `RB…`."),
        host: string().computed("Hostname of the source."),
        details: string().computed("Answer of the source."),
      })
        .computed(fields.host.listed_details.about)
        .annotate(field("listed_details")),
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
      entries: shapeOf(list(sid("source")))
        .computed(
          "SIDs of the sources that are checked, `RB…`. For a profile with `stay_in_sync`: the current sources of the catalogue.",
        )
        .annotate(field("entries")),
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
};

/** The data source tables of all kinds. */
export const kindTables = Object.fromEntries(
  kindNames.map((kind) => [kind, kindTable(managedResources[`rblmonitor_${kind}`], rows[kind])]),
) as Readonly<Record<Kind, AnyKindTable>>;
