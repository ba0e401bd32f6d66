import { protocols } from "../service/enumerations";
import { bool, oneOf, set } from "../terraform";
import { managedResource } from "./managed/resource";
import { field, notSent } from "./managed/wire";
import { matchMonitor, monitorKey, observedHostname, planMonitoredHostname } from "./monitored-hostname";
import { contactGroups, label, monitoredHostname, sid, tag } from "./shapes";

/** Certificate monitors (docs/design/api.md#certificate-monitor). */
export const certificateMonitor = managedResource({
  kind: "certificate_monitor",
  description:
    "A hostname whose TLS certificate is fetched over a protocol and watched by a certificate profile. Not over version 3.0 of the API.",
  attributes: {
    id: sid("certificate_monitor")
      .computed("SID of the certificate monitor, `CM…`.")
      .keepsPrior()
      .annotate(notSent),
    hostname: monitoredHostname()
      .required(
        "Hostname, IPv4 address or IPv6 address to monitor, such as `www.example.com` or `2001:db8::1`. `host:port` and `[v6]:port` name another port than the protocol's own. An IPv6 address is sent in brackets and may be written without. A change makes a new monitor.",
      )
      .replacesOnChange(),
    protocol: oneOf(protocols)
      .required(
        `Protocol over which the certificate is fetched: ${listed(protocols)}. A change makes a new monitor.`,
      )
      .replacesOnChange(),
    name: label().required(
      "Label by which lists and alerts name the monitor, 1 to 255 characters. A change renames it.",
    ),
    profile: sid("certificate_profile").required(
      "SID of the certificate profile, `CP…`, which says what is alerted on. A change moves the monitor to another profile.",
    ),
    contact_groups: contactGroups()
      .required("SIDs of the contact groups to notify, `CG…`; at least one. A change replaces them all.")
      .annotate(field("contact_group")),
    tags: set(tag()).optional(
      'Tags to find the monitor by, such as `["public"]`; texts without commas. A change replaces them all. Unset: none.',
    ),
    paused: bool()
      .default(
        false,
        "Whether the certificate is not checked. A change pauses or resumes the monitor. Default: `false`.",
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

function listed(values: readonly string[]): string {
  return values.map((value) => `\`${value}\``).join(", ");
}
