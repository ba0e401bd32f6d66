import { addressNumber, parseHost } from "../service/addresses";

/** A range of IPv4 addresses as numbers, without its end. */
type Range = readonly [start: number, end: number];

/** Returns a function that counts the addresses of hosts that others lack; a name is one address. */
export function missingFrom(others: readonly string[]): (hosts: readonly string[]) => number {
  const names = new Set(others);
  const ranges = merged(others.flatMap(rangesOf));
  const size = sizeOf(ranges);
  return (hosts) => {
    const missing = hosts.filter((host) => rangesOf(host).length === 0 && !names.has(host));
    return missing.length + sizeOf(merged([...ranges, ...hosts.flatMap(rangesOf)])) - size;
  };
}

/** The number of addresses of a host. */
export function addressCount(host: string): number {
  return sizeOf(rangesOf(host)) || 1;
}

/** The range of a host; none of a name, and of an IPv6 address. */
function rangesOf(text: string): Range[] {
  const host = parseHost(text);
  if (host?.form === "subnet") return [[host.first, host.first + host.size]];
  if (host?.form !== "address") return [];
  const number = addressNumber(host.canonical);
  return [[number, number + 1]];
}

function sizeOf(ranges: readonly Range[]): number {
  return ranges.reduce((sum, [start, end]) => sum + end - start, 0);
}

/** Sorted ranges that do not touch. */
function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const [start, end] of [...ranges].sort(([a], [b]) => a - b)) {
    const last = result.at(-1);
    if (last === undefined || start > last[1]) result.push([start, end]);
    else result[result.length - 1] = [last[0], Math.max(last[1], end)];
  }
  return result;
}
