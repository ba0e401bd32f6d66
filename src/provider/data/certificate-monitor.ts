import { canonicalSid } from "../../service/sids";
import { number, string } from "../../terraform";
import { certificateMonitor } from "../certificate-monitor";
import { monitorKey } from "../monitored-hostname";
import { contains, equals, matches } from "./filters";
import { kindTable, knownStatuses, statusAttribute } from "./kind-table";

/** Certificate monitors as data sources. */
export const certificateMonitorData = kindTable({
  kind: "certificate_monitor",
  managed: certificateMonitor,
  computed: {
    port: number().computed("Port on which the certificate is fetched. Null if the API does not return it."),
    status: statusAttribute(),
    expiry_days: number().computed(
      "Days until the certificate expires; negative after that. Null if the API does not return it.",
    ),
    last_checked: string().computed("When the certificate was last fetched, as returned by the API."),
  },
  key: "hostname",
  narrowedBy: "protocol",
  // The same keys as in an import: with or without a port, in the forms of docs/design/open-points.md#7.
  find: (monitors, { hostname, protocol }) =>
    monitorKey.find(monitors, protocol === null ? String(hostname) : `${hostname}/${protocol}`),
  filters: {
    name_pattern: matches("name"),
    hostname_pattern: matches("hostname"),
    protocol: equals("protocol"),
    tag: contains("tags"),
    profile: equals("profile"),
    contact_group: contains("contact_groups", canonicalSid),
    status: equals("status", knownStatuses()),
    paused: equals("paused"),
  },
});
