import { canonicalSid } from "../../service/sids";
import { number, string } from "../../terraform";
import { certificateMonitor } from "../certificate-monitor";
import { monitorKey } from "../monitored-hostname";
import { contains, equals, matches } from "./filters";
import { kindTable } from "./kind-table";
import { statusAttribute } from "./status-attribute";

/** Certificate monitors as data sources. */
export const certificateMonitorData = kindTable({
  kind: "certificate_monitor",
  managed: certificateMonitor,
  computed: {
    port: number().computed("Port on which the certificate is fetched, if the service tells it."),
    status: statusAttribute(),
    expiry_days: number().computed(
      "Days until the certificate expires, negative if it has, if the service tells it.",
    ),
    last_checked: string().computed("When the certificate was fetched last, in the service's words."),
  },
  key: "hostname",
  narrowedBy: "protocol",
  // As an import names a monitor: with the port or without, in the forms of docs/design/open-points.md#7.
  find: (monitors, { hostname, protocol }) =>
    monitorKey.find(monitors, protocol === null ? String(hostname) : `${hostname}/${protocol}`),
  filters: {
    name_pattern: matches("name"),
    hostname_pattern: matches("hostname"),
    protocol: equals("protocol"),
    tag: contains("tags"),
    profile: equals("profile"),
    contact_group: contains("contact_groups", canonicalSid),
    status: equals("status"),
    paused: equals("paused"),
  },
});
