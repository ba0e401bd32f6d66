import { isIP, isIPv4 } from "node:net";

/** A host as the service accepts it (api-4.0, Host): an IPv4 address, a domain name or an IPv4 subnet. */
export type HostForm =
  | { readonly form: "address"; readonly canonical: string }
  | { readonly form: "domain"; readonly canonical: string }
  | { readonly form: "subnet"; readonly canonical: string; readonly prefixLength: number };

const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;
const hostnameLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/**
 * Reads a host. `canonical` is equal for texts that mean the same host: lower case, no trailing dot,
 * no host bits in a subnet. Undefined for what is none of the three forms, an IPv6 address included.
 */
export function parseHost(text: string): HostForm | undefined {
  if (isIPv4(text)) return { form: "address", canonical: text };
  const subnet = /^([0-9.]+)\/(\d{1,2})$/.exec(text);
  if (subnet !== null) return parseSubnet(subnet[1] ?? "", Number(subnet[2]));
  return isName(text, label) ? { form: "domain", canonical: canonicalName(text) } : undefined;
}

/** Whether the text is a hostname by the specification's pattern (api-4.0, Source): labels of letters, digits, hyphens. */
export function isHostname(text: string): boolean {
  return isName(text, hostnameLabel);
}

/** Whether the text names what a certificate monitor can watch: a hostname or address, perhaps with a port (gaps 7). */
export function isMonitoredHostname(text: string): boolean {
  const [, bracketed, plain = text, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (port !== undefined && Number(port) > 65_535) return false;
  return bracketed === undefined
    ? isIP(text) !== 0 || isIP(plain) === 4 || isHostname(plain)
    : isIP(bracketed) === 6;
}

/** A name as names are compared: in lower case, without the dot that may end it. */
export function canonicalName(text: string): string {
  return text.toLowerCase().replace(/\.$/, "");
}

/** The one spelling of a host by which hosts are compared. */
export function canonicalHost(text: string): string {
  return parseHost(text)?.canonical ?? canonicalName(text);
}

/** Every address of a subnet, first to last; the network and broadcast addresses are hosts like the others. */
export function subnetAddresses(subnet: HostForm & { form: "subnet" }): string[] {
  const first = addressNumber(subnet.canonical.split("/")[0] ?? "");
  return Array.from({ length: 2 ** (32 - subnet.prefixLength) }, (_, offset) => addressText(first + offset));
}

function parseSubnet(address: string, prefixLength: number): HostForm | undefined {
  if (!isIPv4(address) || prefixLength > 32) return undefined;
  const size = 2 ** (32 - prefixLength);
  const network = Math.floor(addressNumber(address) / size) * size;
  return { form: "subnet", canonical: `${addressText(network)}/${prefixLength}`, prefixLength };
}

function isName(text: string, labelPattern: RegExp): boolean {
  const name = text.replace(/\.$/, "");
  const labels = name.split(".");
  const allNumeric = /^\d+$/.test(labels.at(-1) ?? "");
  return (
    name.length <= 253 && labels.length > 1 && !allNumeric && labels.every((part) => labelPattern.test(part))
  );
}

function addressNumber(address: string): number {
  return address.split(".").reduce((sum, octet) => sum * 256 + Number(octet), 0);
}

function addressText(number: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join(".");
}
