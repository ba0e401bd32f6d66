import { canonicalSid } from "../../service/sids";
import { number, string } from "../../terraform";
import { certificateMonitor } from "../certificate-monitor";
import { monitorKey } from "../monitored-hostname";
import { being, having, like } from "./filters";
import { kindTable } from "./kind-table";
import { statusFact } from "./status-fact";

/** Certificate monitors as data sources. */
export const certificateMonitorData = kindTable({
  kind: "certificate_monitor",
  managed: certificateMonitor,
  facts: {
    port: number().computed("Port on which the certificate is fetched, if the service tells it."),
    status: statusFact(),
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
    name_pattern: like("name"),
    hostname_pattern: like("hostname"),
    protocol: being("protocol"),
    tag: having("tags"),
    profile: being("profile"),
    contact_group: having("contact_groups", canonicalSid),
    status: being("status"),
    paused: being("paused"),
  },
});
