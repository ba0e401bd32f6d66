import { BlockList } from "node:net";
import * as fc from "fast-check";
import { call, refusalOf } from "./call";

describe("expand_subnet", () => {
  it("lists every address in order, the first and the last too", () => {
    expect(call("expand_subnet", "192.0.2.4/30")).toEqual([
      "192.0.2.4",
      "192.0.2.5",
      "192.0.2.6",
      "192.0.2.7",
    ]);
  });

  it("makes one address of a /32", () => {
    expect(call("expand_subnet", "255.255.255.255/32")).toEqual(["255.255.255.255"]);
  });

  it("passes over bits behind the prefix", () => {
    expect(call("expand_subnet", "192.0.2.5/31")).toEqual(["192.0.2.4", "192.0.2.5"]);
  });

  it("goes on behind an octet", () => {
    expect(call("expand_subnet", "192.0.2.255/23")).toContain("192.0.3.0");
  });

  it("takes 65,536 addresses, and no more", () => {
    expect(call("expand_subnet", "198.18.0.0/16")).toHaveLength(65_536);
    expect(refusalOf("expand_subnet", "198.18.0.0/15")).toBe(
      "0: must have at most 65,536 addresses (/16); a /15 has 131,072",
    );
    expect(refusalOf("expand_subnet", "0.0.0.0/0")).toContain("4,294,967,296 addresses");
  });

  it("lists as many different addresses as the prefix says, all of the subnet", () => {
    const address = fc
      .tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
      .map((octets) => octets.join("."));
    fc.assert(
      fc.property(address, fc.integer({ min: 22, max: 32 }), (base, prefix) => {
        const subnet = new BlockList();
        subnet.addSubnet(base, prefix);
        const addresses = call("expand_subnet", `${base}/${prefix}`) as string[];
        expect(new Set(addresses).size).toBe(2 ** (32 - prefix));
        expect(addresses.every((one) => subnet.check(one))).toBe(true);
        expect(addresses).toContain(base);
      }),
    );
  });

  it.each(["192.0.2.0", "192.0.2.0/33", "192.0.2.0/", "192.0.2/24", "2001:db8::/120", "mx.example.com", ""])(
    "refuses %j",
    (text) => {
      expect(refusalOf("expand_subnet", text)).toBe(
        "0: must be an IPv4 subnet in CIDR notation, such as 192.0.2.0/28",
      );
    },
  );
});
