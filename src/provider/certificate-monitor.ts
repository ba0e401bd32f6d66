import { attributesOf, paused } from "./common-attributes";
import { managedResource } from "./managed/resource";
import { monitorKey, monitorKeys, observedHostname } from "./monitored-hostname";

/** Certificate monitors (docs/design/api.md#certificate-monitor). */
export const certificateMonitor = managedResource({
  kind: "certificate_monitor",
  description: "Monitors the TLS certificate of a hostname. Requires API version 4.0.",
  attributes: {
    ...attributesOf("certificate_monitor"),
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
