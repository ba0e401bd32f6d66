import * as fc from "fast-check";
import type { AnyManagedObject } from "../../../src/provider/managed/object";
import { type Place, Places, placeOf } from "../../../src/provider/managed/places";

const placeOfHost = (host: string) => placeOf({ kind: "host" } as AnyManagedObject, { host }) as Place;

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

describe("places of hosts", () => {
  it("are found by every address that they share", () => {
    fc.assert(
      fc.property(fc.array(hosts), hosts, (all, one) => {
        const places = new Places<{ readonly place: Place; readonly host: string }>();
        for (const { host } of all) places.add({ place: placeOfHost(host), host });
        const shared = all.filter(({ addresses }) => addresses.some((each) => one.addresses.includes(each)));
        const found = places.at(placeOfHost(one.host)).map(({ host }) => host);
        expect([...found].sort()).toEqual(shared.map(({ host }) => host).sort());
      }),
    );
  });

  it("are texts for names, in one spelling, and no place of another kind", () => {
    expect(placeOfHost("Mail.Example.com.")).toEqual({ text: "mail.example.com" });
    expect(placeOf({ kind: "source" } as AnyManagedObject, { host: "bl.example.net" })).toBeUndefined();
  });
});
