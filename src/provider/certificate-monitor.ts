import { registeredPort } from "../service/enumerations";
import {
  canonicalMonitored,
  isSameMonitored,
  parseMonitored,
  splitMonitored,
} from "../service/monitored-hostnames";
import type { ServiceObject } from "../service/responses";
import { compareValues, roughForm } from "../service/same";
import { attributesOf, paused } from "./common-attributes";
import type { KeyRule } from "./managed/identity/natural-key";
import type { NaturalKey } from "./managed/object";
import { managedResource } from "./managed/resource";

type Monitor = ServiceObject<"certificate_monitor">;

/**
 * The hostname of a monitor after a read. A service that removes the port from the hostname may return the port separately,
 * or not at all (docs/design/open-points.md#7): the state keeps its hostname unless a returned value contradicts it.
 */
function observedHostname(
  { hostname: state, protocol }: { readonly hostname: string | null; readonly protocol: unknown },
  { hostname, port }: Monitor,
): string | undefined {
  if (hostname === undefined || state === null) return hostname;
  const now = parseMonitored(hostname);
  const stored = parseMonitored(state);
  if (stored.port === undefined && isSameMonitored(state, hostname, protocol)) return state;
  if (stored.name !== now.name || now.port !== undefined || stored.port === undefined) return hostname;
  if (port === undefined || port === stored.port) return state;
  return `${canonicalMonitored(hostname)}:${port}`;
}

/** Compares hostname, port and protocol, however the service stores the port. */
const monitorKeyRule: KeyRule = {
  rough({ hostname, protocol }) {
    const isKnown = protocol === undefined || typeof protocol === "string";
    if (typeof hostname !== "string" || !isKnown) return undefined;
    return roughForm("hostname", splitMonitored(hostname).name);
  },
  compare({ hostname, protocol }, reported) {
    const shown = observedHostname({ hostname: String(hostname), protocol }, reported as Monitor);
    if (shown === undefined) return undefined;
    if (reported.protocol !== undefined && reported.protocol !== protocol) return "different";
    return compareValues("hostname", withPort(String(hostname), protocol), withPort(shown, protocol));
  },
};

function withPort(hostname: string, protocol: unknown): string {
  const { name, port = registeredPort(protocol) } = splitMonitored(hostname);
  return `${name.includes(":") ? `[${name}]` : name}${port === undefined ? "" : `:${port}`}`;
}

/** The key of monitors: hostname and protocol, or only the hostname if it has a single monitor. */
const monitorKey: NaturalKey<"certificate_monitor"> = {
  field: "hostname",
  rule: monitorKeyRule,
  unique: "warning",
  description:
    "its hostname and protocol, such as www.example.com/https (the hostname is enough if it has a single monitor)",
  find(monitors, key) {
    const { hostname, protocol } = partsOf(key);
    const wanted = parseMonitored(hostname);
    const candidates = monitors.filter((monitor) => {
      const isProtocol = protocol === undefined || monitor.protocol === protocol;
      return isProtocol && parseMonitored(monitor.hostname ?? "").name === wanted.name;
    });
    const exact = candidates.filter(
      (candidate) => parseMonitored(candidate.hostname ?? "").port === wanted.port,
    );
    if (exact.length > 0) return exact;
    const same = candidates.filter((candidate) =>
      isSameMonitored(candidate.hostname ?? "", hostname, candidate.protocol),
    );
    return same.length > 0 || wanted.port === undefined ? same : candidates.filter(listensOn(wanted.port));
  },
  known: (key) => ({ hostname: partsOf(key).hostname }),
};

function partsOf(key: string): { readonly hostname: string; readonly protocol?: string } {
  const [, hostname, protocol] = /^(.*)\/([a-z]+)$/.exec(key) ?? [];
  return hostname === undefined || protocol === undefined ? { hostname: key } : { hostname, protocol };
}

/** Whether a monitor whose port is returned separately has that port. */
function listensOn(wanted: number) {
  return ({ hostname = "", port }: Monitor): boolean =>
    parseMonitored(hostname).port === undefined && port === wanted;
}

/** Certificate monitors (docs/design/api.md#certificate-monitor). */
export const certificateMonitor = managedResource({
  kind: "certificate_monitor",
  description: "Monitors the TLS certificate of a hostname. Requires API version 4.0.",
  attributes: {
    ...attributesOf("certificate_monitor"),
    paused: paused("Whether checks of the certificate are paused."),
  },
  key: monitorKey,
  observed({ state, objects }) {
    const hostname = objects[0] && observedHostname(state, objects[0]);
    return hostname === undefined ? {} : { hostname };
  },
});
