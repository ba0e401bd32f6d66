import * as fc from "fast-check";
import { KeyIndex } from "../../../../src/provider/managed/identity/key-index";

/** Hosts of 192.0.0.0/22, and the range of their addresses. */
const hosts = fc
  .record({ address: fc.nat(1023), prefix: fc.integer({ min: 22, max: 32 }), isSubnet: fc.boolean() })
  .map(({ address, prefix, isSubnet }) => {
    const size = isSubnet ? 2 ** (32 - prefix) : 1;
    const first = Math.floor(address / size) * size;
    const text = `192.0.${Math.floor(first / 256)}.${first % 256}`;
    return { host: size === 1 ? text : `${text}/${prefix}`, first, last: first + size - 1 };
  });

describe("an index of keys", () => {
  it("finds hosts by every address that they share", () => {
    fc.assert(
      fc.property(fc.array(hosts), hosts, (all, one) => {
        const index = new KeyIndex<string>();
        for (const { host } of all) index.add(host, host);
        const shared = all.filter(({ first, last }) => first <= one.last && one.first <= last);
        expect([...index.near(one.host)].sort()).toEqual(shared.map(({ host }) => host).sort());
      }),
    );
  });

  it("finds other keys by their text", () => {
    const index = new KeyIndex<number>();
    index.add("mail.example.com", 1);
    index.add("mail.example.com", 2);
    index.add("www.example.com", 3);
    expect(index.near("mail.example.com")).toEqual([1, 2]);
    expect(index.near("mail.example.org")).toEqual([]);
  });

  const singles = Array.from({ length: 300 }, (_, n) => `192.0.${2 + Math.floor(n / 256)}.${n % 256}`);
  const subnets = ["198.51.100.8/30", "198.51.100.64/31", "203.0.113.0/24", "10.0.0.0/8"];
  const index = new KeyIndex<string>();
  for (const host of [...singles, ...subnets]) index.add(host, host);

  it.each<[string, readonly string[]]>([
    ["198.51.100.7", []],
    ["198.51.100.12", []],
    ["198.51.100.63", []],
    ["198.51.100.66", []],
    ["203.0.112.255", []],
    ["203.0.114.0", []],
    ["9.255.255.255", []],
    ["11.0.0.0", []],
    ["198.51.100.8", ["198.51.100.8/30"]],
    ["198.51.100.11", ["198.51.100.8/30"]],
    ["198.51.100.64", ["198.51.100.64/31"]],
    ["198.51.100.65", ["198.51.100.64/31"]],
    ["203.0.113.0", ["203.0.113.0/24"]],
    ["203.0.113.255", ["203.0.113.0/24"]],
    ["10.0.0.0", ["10.0.0.0/8"]],
    ["10.255.255.255", ["10.0.0.0/8"]],
    ["192.0.2.7", ["192.0.2.7"]],
    ["192.0.2.4/30", singles.slice(4, 8)],
    ["192.0.3.40/29", singles.slice(296)],
    ["192.0.3.44/30", []],
    ["192.0.2.0/24", singles.slice(0, 256)],
    ["192.0.0.0/22", singles],
    ["198.51.0.0/16", ["198.51.100.8/30", "198.51.100.64/31"]],
    ["0.0.0.0/0", [...singles, ...subnets]],
  ])("finds for %s exactly what shares an address with it", (host, expected) => {
    expect(index.near(host)).toEqual(expected);
  });

  it("finds the first and the last address of a range that is larger than what it has", () => {
    const few = new KeyIndex<string>();
    for (const host of ["10.0.0.255", "10.0.1.0", "10.0.1.255", "10.0.2.0"]) few.add(host, host);
    expect(few.near("10.0.1.0/24")).toEqual(["10.0.1.0", "10.0.1.255"]);
  });
});
