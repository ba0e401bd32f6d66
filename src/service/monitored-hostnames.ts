import { isIP, isIPv6 } from "node:net";
import { canonicalHost, isMonitoredName } from "./addresses";
import { registeredPort } from "./enumerations";

/**
 * Splits `host`, `host:port`, `[v6]`, `[v6]:port` or `v6` (docs/design/open-points.md#7) into a name or address, and the port, if
 * any. The name of other texts is the text.
 */
export function splitMonitored(text: string): { readonly name: string; readonly port?: number } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const name = bracketed ?? plain ?? text;
  return port === undefined ? { name } : { name, port: Number(port) };
}

/** The parts of a monitored hostname, with the normalized name or address. */
export function parseMonitored(text: string): ReturnType<typeof splitMonitored> {
  const parts = splitMonitored(text);
  return { ...parts, name: canonicalHost(parts.name) };
}

/** Whether the text is a valid hostname of a certificate monitor: a hostname or address with an optional port. */
export function isMonitoredHostname(text: string): boolean {
  const { name, port = 443 } = splitMonitored(text);
  const isKnown = text.startsWith("[") ? isIPv6(name) : isIP(name) !== 0 || isMonitoredName(name);
  return isKnown && port > 0 && port <= 65_535;
}

/** The normal form of a monitored hostname, as it is sent: the service requires brackets around an IPv6 address. */
export function canonicalMonitored(text: string): string {
  const { name, port } = parseMonitored(text);
  const host = isIPv6(name) ? `[${name}]` : name;
  return port === undefined ? host : `${host}:${port}`;
}

/** Whether two hostnames and ports are equal. With a protocol, an omitted port means the protocol's own. */
export function isSameMonitored(a: string, b: string, protocol?: unknown): boolean {
  const defaultPort = registeredPort(protocol);
  const [first, second] = [parseMonitored(a), parseMonitored(b)];
  return first.name === second.name && (first.port ?? defaultPort) === (second.port ?? defaultPort);
}
