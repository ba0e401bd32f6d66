import { isIPv4, isIPv6 } from "node:net";
import { addressNumber, ipv6Groups, parseSubnet } from "../../service/addresses";

/** Created at its first use, since that takes time. */
let byNumbers: ((a: string, b: string) => number) | undefined;

/**
 * Compares names and addresses: IPv4 addresses and subnets by number, then IPv6 addresses by number, then all other texts,
 * numbers in them by their value (`mx_2` before `mx_10`). Different texts are never equal: `01` comes before `1`.
 */
export function compareNaturally(a: string, b: string): number {
  const [first, second] = [addressKey(a), addressKey(b)];
  const byText = Number(a > b) - Number(a < b);
  if (first === undefined || second === undefined) {
    byNumbers ??= new Intl.Collator("en", { numeric: true }).compare;
    return Number(first === undefined) - Number(second === undefined) || byNumbers(a, b) || byText;
  }
  return Number(first > second) - Number(first < second) || byText;
}

/** A text that sorts like the address; undefined for other texts. */
function addressKey(text: string): string | undefined {
  if (!/^[\d[][\d.:a-f/[\]]*$|^[a-f\d:]+:/i.test(text)) return undefined;
  const [, bracketed, plain = ""] = /^(?:\[([^\]]*)\](?::\d+)?|(.*))$/.exec(text) ?? [];
  const address = bracketed ?? plain;
  if (isIPv6(address)) return ipv6Groups(address).reduce((key, group) => key + group.padStart(4, "0"), "6");
  const subnet = parseSubnet(address);
  const number = isIPv4(address) ? addressNumber(address) : subnet?.first;
  if (number === undefined) return undefined;
  return `4${number.toString(16).padStart(8, "0")}${String(subnet?.prefixLength ?? "").padStart(2, "0")}`;
}
