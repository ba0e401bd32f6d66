import { addressesOf } from "../service/same";

/** Returns a function that counts the addresses of hosts that others lack; a name is one address. */
export function missingFrom(others: readonly string[]): (hosts: readonly string[]) => number {
  const names = new Set(others);
  const ranges = rangesOf(others);
  return (hosts) => {
    const missing = hosts.filter((host) => addressesOf(host) === undefined && !names.has(host));
    return missing.length + sizeOf([...ranges, ...rangesOf(hosts)]) - sizeOf(ranges);
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
  let [size, end] = [0, -1];
  for (const { first, last } of [...ranges].sort((a, b) => a.first - b.first)) {
    size += Math.max(0, last - Math.max(first - 1, end));
    end = Math.max(end, last);
  }
  return size;
}
