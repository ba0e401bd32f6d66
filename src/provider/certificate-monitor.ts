import { protocols } from "../service/enumerations";
import { bool, oneOf, set } from "../terraform";
import { managedResource } from "./managed/resource";
import { field, notSent } from "./managed/wire";
import { matchMonitor, monitorKey, observedHostname, planMonitoredHostname } from "./monitored-hostname";
import { contactGroups, label, monitoredHostname, sid, tag } from "./shapes";
import { changesInPlace, described, forcesReplacement, validValues } from "./text";

/** Certificate monitors (docs/design/api.md#certificate-monitor). */
export const certificateMonitor = managedResource({
  kind: "certificate_monitor",
  description: "Monitors the TLS certificate of a hostname. Requires API version 4.0.",
  attributes: {
    id: sid("certificate_monitor")
      .computed("SID of the certificate monitor, `CM…`.")
      .keepsPrior()
      .annotate(notSent),
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
    name: label().required(
      described("Label of the monitor in lists and alerts.", "1 to 255 characters.", changesInPlace),
    ),
    profile: sid("certificate_profile").required(
      described("SID of the certificate profile, `CP…`. It sets when to alert.", changesInPlace),
    ),
    contact_groups: contactGroups()
      .required(
        described("SIDs of the contact groups that are notified, `CG…`.", "At least one.", changesInPlace),
      )
      .annotate(field("contact_group")),
    tags: set(tag()).optional(
      described(
        'Tags for filtering, such as `["public"]`.',
        "Tags cannot contain commas. If omitted, the monitor has no tags.",
        changesInPlace,
      ),
    ),
    paused: bool()
      .default(
        false,
        described("Whether checks of the certificate are paused.", "Defaults to `false`.", changesInPlace),
      )
      .annotate(notSent),
  },
  naturalKey: "hostname",
  importKey: monitorKey,
  match: matchMonitor,
  plan: planMonitoredHostname,
  observed({ state, objects }) {
    const hostname = objects[0] && observedHostname(state, objects[0]);
    return hostname === undefined ? {} : { hostname };
  },
});
