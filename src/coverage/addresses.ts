import { addressNumber, parseHost } from "../service/addresses";

/** A range of IPv4 addresses as numbers, without its end. */
type Range = readonly [start: number, end: number];

/** Returns a function that counts the addresses of hosts that others lack; a name is one address. */
export function missingFrom(others: readonly string[]): (hosts: readonly string[]) => number {
  const names = new Set(others);
  const ranges = merged(others.map(rangeOf).filter((range) => range !== undefined));
  return (hosts) =>
    hosts.reduce((sum, host) => {
      const range = rangeOf(host);
      return sum + (range === undefined ? Number(!names.has(host)) : uncovered(range, ranges));
    }, 0);
}

/** The number of addresses of a host. */
export function addressCount(host: string): number {
  const [start, end] = rangeOf(host) ?? [0, 1];
  return end - start;
}

function uncovered([start, end]: Range, ranges: readonly Range[]): number {
  let missing = end - start;
  for (let index = firstAfter(start, ranges); index < ranges.length; index += 1) {
    const [from, to] = ranges[index] as Range;
    if (from >= end) break;
    missing -= Math.min(end, to) - Math.max(start, from);
  }
  return missing;
}

/** The first of the sorted ranges that ends after a number. */
function firstAfter(number: number, ranges: readonly Range[]): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle] as Range)[1] > number) high = middle;
    else low = middle + 1;
  }
  return low;
}

function rangeOf(text: string): Range | undefined {
  const host = parseHost(text);
  if (host?.form === "subnet") return [host.first, host.first + host.size];
  if (host?.form !== "address") return undefined;
  const number = addressNumber(host.canonical);
  return [number, number + 1];
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
