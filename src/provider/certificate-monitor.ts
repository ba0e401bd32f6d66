import { protocols } from "../service/enumerations";
import { isSameMonitored } from "../service/monitored-hostnames";
import { oneOf } from "../terraform";
import { contactGroups, label, objectId, paused, tags } from "./common-attributes";
import { managedResource } from "./managed/resource";
import { monitorKey, monitorKeys, observedHostname } from "./monitored-hostname";
import { monitoredHostname, sid } from "./shapes";
import { changesInPlace, described, forcesReplacement, validValues } from "./text";

/** Certificate monitors (docs/design/api.md#certificate-monitor). */
export const certificateMonitor = managedResource({
  kind: "certificate_monitor",
  description: "Monitors the TLS certificate of a hostname. Requires API version 4.0.",
  attributes: {
    id: objectId("certificate_monitor"),
    hostname: monitoredHostname()
      .required(
        described(
          "Hostname, IPv4 address, or IPv6 address to monitor, such as `www.example.com` or `2001:db8::1`.",
          "To monitor a port other than the protocol's own, add it: `host:port` or `[v6]:port`. Brackets around an IPv6 address without a port are optional.",
          forcesReplacement,
        ),
      )
      .replacesOnChange(),
    protocol: oneOf(protocols)
      .required(
        described(
          "Protocol over which the certificate is fetched.",
          validValues(protocols),
          forcesReplacement,
        ),
      )
      .replacesOnChange(),
    name: label("Label of the monitor in lists and alerts."),
    profile: sid("certificate_profile").required(
      described("SID of the certificate profile, `CP…`. It sets when to alert.", changesInPlace),
    ),
    contact_groups: contactGroups("SIDs of the contact groups that are notified, `CG…`."),
    tags: tags("public", "monitor"),
    paused: paused("Whether checks of the certificate are paused."),
  },
  naturalKey: "hostname",
  importKey: monitorKey,
  key: monitorKeys,
  uniqueKey: "warning",
  // Keeps the hostname of the state if the planned one differs only by the protocol's own port.
  plan({ prior, plan, keepPrior }) {
    const [before, after] = [prior?.hostname, plan.hostname];
    if (typeof before !== "string" || typeof after !== "string" || prior?.protocol !== plan.protocol) return;
    if (isSameMonitored(before, after, plan.protocol)) keepPrior("hostname");
  },
  observed({ state, objects }) {
    const hostname = objects[0] && observedHostname(state, objects[0]);
    return hostname === undefined ? {} : { hostname };
  },
});
