import { isIPv6 } from "node:net";

/**
 * The address by which a client is limited. IPv6 counts by its first 64 bits, since one machine may have all addresses that
 * begin so. Undefined addresses, of connections that are already gone, count as one.
 */
export function clientAddress(remote: string | undefined): string {
  const address = (remote ?? "").replace(/^::ffff:/i, "");
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.replace(/%.*$/, "").split("::");
  const first = groupsOf(head);
  const missing = tail === undefined ? 0 : 8 - first.length - groupsOf(tail).length;
  const all = [...first, ...Array.from({ length: missing }, () => "0"), ...groupsOf(tail ?? "")];
  return `${all.slice(0, 4).join(":")}::/64`;
}

function groupsOf(text: string): string[] {
  return text === "" ? [] : text.split(":").map((group) => group.toLowerCase());
}
