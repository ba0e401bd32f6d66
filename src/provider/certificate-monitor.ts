import { isSameMonitored } from "../service/monitored-hostnames";
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
