import * as fc from "fast-check";
import type { AnyManagedObject } from "../../../src/provider/managed/object";
import { type UniqueKey, UniqueKeyIndex, uniqueKeyOf } from "../../../src/provider/managed/unique-keys";

const keyOfHost = (host: string) => uniqueKeyOf({ kind: "host" } as AnyManagedObject, { host }) as UniqueKey;

/** Hosts of 192.0.2.0/28 and the addresses that they have. */
const hosts = fc
  .record({ address: fc.nat(15), prefix: fc.integer({ min: 28, max: 32 }), isSubnet: fc.boolean() })
  .map(({ address, prefix, isSubnet }) => {
    const size = isSubnet ? 2 ** (32 - prefix) : 1;
    const first = Math.floor(address / size) * size;
    return {
      host: `192.0.2.${address}${isSubnet ? `/${prefix}` : ""}`,
      addresses: Array.from({ length: size }, (_, n) => first + n),
    };
  });

describe("unique keys of hosts", () => {
  it("are found by every address that they share", () => {
    fc.assert(
      fc.property(fc.array(hosts), hosts, (all, one) => {
        const index = new UniqueKeyIndex<{ readonly uniqueKey: UniqueKey; readonly host: string }>();
        for (const { host } of all) index.add({ uniqueKey: keyOfHost(host), host });
        const shared = all.filter(({ addresses }) => addresses.some((each) => one.addresses.includes(each)));
        const found = index.at(keyOfHost(one.host)).map(({ host }) => host);
        expect([...found].sort()).toEqual(shared.map(({ host }) => host).sort());
      }),
    );
  });

  it("are texts for names, in one spelling, and undefined for other kinds", () => {
    expect(keyOfHost("Mail.Example.com.")).toEqual({ text: "mail.example.com" });
    expect(uniqueKeyOf({ kind: "source" } as AnyManagedObject, { host: "bl.example.net" })).toBeUndefined();
  });
});
