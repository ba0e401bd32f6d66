import { BlockList, isIP, isIPv6 } from "node:net";

/**
 * Whether an address is in the allowed addresses and subnets. Undefined allows all.
 */
export function isAllowed(address: string | undefined, allowed: readonly string[] | undefined): boolean {
  if (allowed === undefined) return true;
  const plain = (address ?? "").replace(/^::ffff:(?=[\d.]+$)/i, "");
  if (isIP(plain) === 0) return false;
  return allowedList(allowed).check(plain, family(plain));
}

/** @throws Error if an allowed address is neither an IP address nor a subnet */
export function assertAddresses(allowed: readonly string[] | undefined): void {
  allowedList(allowed ?? []);
}

function allowedList(allowed: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of allowed) {
    const [address = "", prefix] = entry.split("/");
    if (isIP(address) === 0) throw new Error(`"${entry}" is neither an IP address nor a subnet.`);
    if (prefix === undefined) list.addAddress(address, family(address));
    else list.addSubnet(address, Number(prefix), family(address));
  }
  return list;
}

function family(address: string): "ipv4" | "ipv6" {
  return isIPv6(address) ? "ipv6" : "ipv4";
}
