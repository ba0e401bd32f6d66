import { isIPv4, isIPv6 } from "node:net";
import { domainToASCII } from "node:url";
import { maxSubnetAddresses } from "./limits";

/**
 * A host: an IPv4 address, a domain name or an IPv4 subnet (docs/design/api.md#host). IPv6 addresses are not documented, but
 * accounts have them.
 */
export type ParsedHost =
  | { readonly form: "address" | "address_v6" | "domain"; readonly canonical: string }
  | Subnet;

/** An IPv4 subnet as a range of numbers, as it may have 2^32 addresses. */
export interface Subnet {
  readonly form: "subnet";
  readonly canonical: string;
  readonly prefixLength: number;
  /** The first address as a number. */
  readonly first: number;
  /** The number of addresses. */
  readonly size: number;
}

const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;
const hostnameLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/**
 * Parses a host. `canonical` is equal for equivalent hosts: lower case, no trailing dot, punycode, no host bits in a subnet, the
 * short form of an IPv6 address. Undefined for other texts, such as an IPv6 subnet.
 */
export function parseHost(text: string): ParsedHost | undefined {
  if (isIPv4(text)) return { form: "address", canonical: text };
  if (isIPv6(text)) return parseAddressV6(text);
  const subnet = /^([0-9.]+)\/(\d{1,2})$/.exec(text);
  if (subnet !== null) return subnetOf(subnet[1] ?? "", Number(subnet[2]));
  return isName(text, label, 2) ? { form: "domain", canonical: canonicalName(text) } : undefined;
}

/** Whether the text matches the specification's pattern of hostnames (docs/design/api.md#source): labels of letters, digits, hyphens. */
export function isHostname(text: string): boolean {
  return text.length <= 253 && text.split(".").every((part) => hostnameLabel.test(part));
}

/** Whether the text is a hostname of several labels, the last one not numeric, with an optional trailing dot. */
export function isDomainName(text: string): boolean {
  return isName(text, hostnameLabel, 2);
}

/** Whether a certificate monitor may have the name: the specification has no pattern for it, so underscores and single labels are valid. */
export function isMonitoredName(text: string): boolean {
  return isName(text, label, 1);
}

/** A name in lower case and punycode, without a trailing dot, for comparison. */
export function canonicalName(text: string): string {
  return asciiName(text).toLowerCase().replace(/\.$/, "");
}

/** A Unicode domain name in punycode; other texts as they are. */
export function asciiName(text: string): string {
  return /[^\0-\x7f]/.test(text) ? domainToASCII(text) || text : text;
}

/** The canonical form of a host, for comparison. */
export function canonicalHost(text: string): string {
  return parseHost(text)?.canonical ?? canonicalName(text);
}

/** Parses a subnet; undefined for other texts. */
export function parseSubnet(text: string): Subnet | undefined {
  const host = parseHost(text);
  return host?.form === "subnet" ? host : undefined;
}

/** The type of the sources that check hosts of each form (docs/design/api.md#source). */
const sourceTypes = { address: "rbl", subnet: "rbl", address_v6: "rbl_v6", domain: "uribl" } as const;

/** The type of the sources that check a host; undefined for a text that is none. */
export function sourceTypeOf(host: string): (typeof sourceTypes)[ParsedHost["form"]] | undefined {
  const form = parseHost(host)?.form;
  return form && sourceTypes[form];
}

/** The index of an address in a subnet, from 0, also of one with the mask /32; undefined for other texts. */
export function indexInSubnet({ first, size }: Subnet, text: string): number | undefined {
  const host = parseHost(text);
  if (host?.form !== "address") return undefined;
  const index = addressNumber(host.canonical) - first;
  return index >= 0 && index < size ? index : undefined;
}

/** The address at an index of a subnet, from 0. */
export function addressAt({ first }: Subnet, index: number): string {
  return addressText(first + index);
}

/**
 * All addresses of a subnet in order, including the network and broadcast addresses.
 * @throws RangeError for more than {@link maxSubnetAddresses}
 */
export function subnetAddresses(subnet: Subnet): string[] {
  if (subnet.size > maxSubnetAddresses)
    throw new RangeError(`${subnet.canonical} has too many addresses to list`);
  return Array.from({ length: subnet.size }, (_, index) => addressAt(subnet, index));
}

/** The subnet with the given first address and size, which is a power of two. */
export function subnetAt(first: number, size: number): Subnet {
  const prefixLength = 32 - Math.log2(size);
  return { form: "subnet", canonical: `${addressText(first)}/${prefixLength}`, prefixLength, first, size };
}

/** An IPv4 address as a number. */
export function addressNumber(address: string): number {
  return address.split(".").reduce((sum, octet) => sum * 256 + Number(octet), 0);
}

/** The eight groups of an IPv6 address, in lower case and without leading zeros or zone. */
export function ipv6Groups(address: string): string[] {
  const [zoneless = ""] = address.split("%");
  const parts = new URL(`http://[${zoneless}]`).hostname.slice(1, -1).split("::");
  const [before = [], after = []] = parts.map((part) => part.split(":").filter(Boolean));
  return [...before, ...Array<string>(8 - before.length - after.length).fill("0"), ...after];
}

/** The subnet of an address; with the mask /32, the address itself. */
function subnetOf(address: string, prefixLength: number): ParsedHost | undefined {
  if (!isIPv4(address) || prefixLength > 32) return undefined;
  if (prefixLength === 32) return { form: "address", canonical: address };
  const size = 2 ** (32 - prefixLength);
  return subnetAt(Math.floor(addressNumber(address) / size) * size, size);
}

/** Converts to the short form of RFC 5952, with the URL parser. Zones are not supported. */
function parseAddressV6(text: string): ParsedHost | undefined {
  if (text.includes("%")) return undefined;
  return { form: "address_v6", canonical: new URL(`http://[${text}]`).hostname.slice(1, -1) };
}

function isName(text: string, labelPattern: RegExp, minLabels: number): boolean {
  const name = asciiName(text).replace(/\.$/, "");
  const labels = name.split(".");
  const allNumeric = /^\d+$/.test(labels.at(-1) ?? "");
  return (
    name.length <= 253 &&
    labels.length >= minLabels &&
    !allNumeric &&
    labels.every((part) => labelPattern.test(part))
  );
}

function addressText(number: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join(".");
}
