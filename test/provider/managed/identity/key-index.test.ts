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
});
