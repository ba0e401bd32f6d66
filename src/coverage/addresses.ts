import { addressesOf } from "../service/same";

/** Returns a function that counts the addresses of hosts that others lack; a name is one address. */
export function missingFrom(others: readonly string[]): (hosts: readonly string[]) => number {
  const names = new Set(others);
  const ranges = merged(rangesOf(others));
  const size = sizeOf(ranges);
  return (hosts) => {
    const missing = hosts.filter((host) => addressesOf(host) === undefined && !names.has(host));
    return missing.length + sizeOf([...ranges, ...rangesOf(hosts)]) - size;
  };
}

/** The number of addresses of a host. */
export function addressCount(host: string): number {
  return sizeOf(rangesOf([host])) || 1;
}

function rangesOf(hosts: readonly string[]) {
  return hosts.flatMap((host) => addressesOf(host) ?? []);
}

/** How many addresses are in some of the ranges. */
function sizeOf(ranges: ReturnType<typeof rangesOf>): number {
  return merged(ranges).reduce((size, { first, last }) => size + last - first + 1, 0);
}

/** The same addresses in sorted ranges that do not overlap. */
function merged(ranges: ReturnType<typeof rangesOf>) {
  const result: { first: number; last: number }[] = [];
  for (const { first, last } of [...ranges].sort((a, b) => a.first - b.first)) {
    const before = result.at(-1);
    if (before && first <= before.last + 1) before.last = Math.max(before.last, last);
    else result.push({ first, last });
  }
  return result;
}
