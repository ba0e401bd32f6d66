import * as fc from "fast-check";
import { KeyIndex } from "../../../src/provider/managed/key-index";

/** Hosts of 192.0.2.0/28 and the addresses that they have. */
const hosts = fc
  .record({ address: fc.nat(15), prefix: fc.integer({ min: 28, max: 32 }), isSubnet: fc.boolean() })
  .map(({ address, prefix, isSubnet }) => {
    const size = isSubnet ? 2 ** (32 - prefix) : 1;
    const first = Math.floor(address / size) * size;
    return {
      host: size === 1 ? `192.0.2.${address}` : `192.0.2.${first}/${prefix}`,
      addresses: Array.from({ length: size }, (_, n) => first + n),
    };
  });

describe("an index of keys", () => {
  it("finds hosts by every address that they share", () => {
    fc.assert(
      fc.property(fc.array(hosts), hosts, (all, one) => {
        const index = new KeyIndex<string>();
        for (const { host } of all) index.add(host, host);
        const shared = all.filter(({ addresses }) => addresses.some((each) => one.addresses.includes(each)));
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
