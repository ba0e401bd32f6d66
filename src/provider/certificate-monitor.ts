import { fieldsOf, objectId, paused } from "./common-attributes";
import { managedResource } from "./managed/resource";
import { monitorKey, monitorKeys, observedHostname } from "./monitored-hostname";

const field = fieldsOf("certificate_monitor");

/** Certificate monitors (docs/design/api.md#certificate-monitor). */
export const certificateMonitor = managedResource({
  kind: "certificate_monitor",
  description: "Monitors the TLS certificate of a hostname. Requires API version 4.0.",
  attributes: {
    id: objectId("certificate_monitor"),
    hostname: field(
      "hostname",
      "Hostname, IPv4 address, or IPv6 address to monitor, such as `www.example.com` or `2001:db8::1`.",
      "To monitor a port other than the protocol's own, add it: `host:port` or `[v6]:port`. Brackets around an IPv6 address without a port are optional.",
    ),
    protocol: field("protocol", "Protocol over which the certificate is fetched."),
    name: field("name", "Label of the monitor in lists and alerts."),
    profile: field("profile", "SID of the certificate profile, `CP…`. It sets when to alert."),
    contact_groups: field("contact_group", "SIDs of the contact groups that are notified, `CG…`."),
    tags: field(
      "tags",
      'Tags for filtering, such as `["public"]`.',
      "Tags cannot contain commas. If omitted, the monitor has no tags.",
    ),
    paused: paused("Whether checks of the certificate are paused."),
  },
  naturalKey: "hostname",
  importKey: monitorKey,
  key: monitorKeys,
  uniqueKey: "warning",
  observed({ state, objects }) {
    const hostname = objects[0] && observedHostname(state, objects[0]);
    return hostname === undefined ? {} : { hostname };
  },
});
