import { isIPv6 } from "node:net";
import { canonicalHost } from "./addresses";
import { registeredPort } from "./enumerations";

/** The parts of a monitored hostname: the normalized name or address, and the port, if any (docs/design/open-points.md#7). */
export function parseMonitored(text: string): { readonly name: string; readonly port?: number } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const name = canonicalHost(bracketed ?? plain ?? text);
  return port === undefined ? { name } : { name, port: Number(port) };
}

/** The normal form of a monitored hostname, as it is sent: the service requires brackets around an IPv6 address. */
export function canonicalMonitored(text: string): string {
  const { name, port } = parseMonitored(text);
  const host = isIPv6(name) ? `[${name}]` : name;
  return port === undefined ? host : `${host}:${port}`;
}

/** Whether two hostnames and ports are equal. With a protocol, an omitted port means the protocol's own. */
export function isSameMonitored(a: string, b: string, protocol?: unknown): boolean {
  const own = registeredPort(protocol);
  const [one, other] = [parseMonitored(a), parseMonitored(b)];
  return one.name === other.name && (one.port ?? own) === (other.port ?? own);
}
