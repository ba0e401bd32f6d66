import {
  addressAt,
  indexInSubnet,
  ipv6Groups,
  isDomainName,
  isHostname,
  parseHost,
  parseSubnet,
  type Subnet,
  subnetAddresses,
} from "../../src/service/addresses";
import {
  canonicalMonitored,
  isMonitoredHostname,
  isSameMonitored,
} from "../../src/service/monitored-hostnames";

describe("a hostname", () => {
  const ofLength = (length: number) => `${"a.".repeat(125)}${"b".repeat(length - 250)}`;

  it("has at most 253 characters", () => {
    expect(isHostname(ofLength(253))).toBe(true);
    expect(isHostname(ofLength(254))).toBe(false);
    expect(parseHost(ofLength(253))?.form).toBe("domain");
    expect(parseHost(`${ofLength(253)}.`)?.form).toBe("domain");
    expect(parseHost(ofLength(254))).toBeUndefined();
  });
});

describe("a host", () => {
  it.each([
    ["192.0.2.1", "address", "192.0.2.1"],
    ["Example.COM.", "domain", "example.com"],
    ["_dmarc.example.com", "domain", "_dmarc.example.com"],
    ["Bücher.example", "domain", "xn--bcher-kva.example"],
    ["bücher。example.", "domain", "xn--bcher-kva.example"],
    ["192.0.2.9/29", "subnet", "192.0.2.8/29"],
    ["10.0.0.0/0", "subnet", "0.0.0.0/0"],
    ["2001:DB8:0:0::1", "address_v6", "2001:db8::1"],
    ["::ffff:192.0.2.1", "address_v6", "::ffff:c000:201"],
  ])("%s is read as an %s, %s", (text, form, canonical) => {
    expect(parseHost(text)).toMatchObject({ form, canonical });
  });

  it.each([
    "",
    "host",
    "256.1.1.1",
    "1.2.3.4/33",
    "2001:db8::/64",
    "fe80::1%eth0",
    "[2001:db8::1]",
    "a b.example",
    "1.2.3",
    "-a.example",
    "b ü.example",
  ])("is not %p", (text) => {
    expect(parseHost(text)).toBeUndefined();
  });
});

describe("a hostname", () => {
  it("has no underscore", () => {
    expect(isHostname("zen.example.org")).toBe(true);
    expect(isHostname("_zen.example.org")).toBe(false);
  });

  it.each(["localhost", "192.0.2.1", "bl.example.2", "a-1.b"])("may be %s", (text) => {
    expect(isHostname(text)).toBe(true);
  });

  it.each(["", ".", "bl.example.net.", "a..b", "-a.b", "a-.b", "a b", "bl:53", "x.".repeat(127)])(
    "is not %p",
    (text) => {
      expect(isHostname(text)).toBe(false);
    },
  );

  it("has labels of at most 63 characters", () => {
    expect(isHostname(`${"a".repeat(63)}.example`)).toBe(true);
    expect(isHostname(`${"a".repeat(64)}.example`)).toBe(false);
  });
});

it.each([
  ["example.com", true],
  ["mx.example.com.", true],
  ["example", false],
  ["_dmarc.example.com", false],
  ["example.2", false],
])("%s is a domain name: %p", (text, expected) => {
  expect(isDomainName(text)).toBe(expected);
});

it.each([
  ["2001:DB8::1", "2001:db8:0:0:0:0:0:1"],
  ["::", "0:0:0:0:0:0:0:0"],
  ["1::", "1:0:0:0:0:0:0:0"],
  ["0001:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"],
  ["fe80::1%eth0", "fe80:0:0:0:0:0:0:1"],
])("the groups of %s are %s", (address, groups) => {
  expect(ipv6Groups(address).join(":")).toBe(groups);
});

describe("the hostname of a certificate monitor", () => {
  it.each([
    ["WWW.example.com", "www.example.com.", "https", true],
    ["www.example.com:443", "www.example.com", "https", true],
    ["www.example.com", "www.example.com:443", "https", true],
    ["www.example.com:8443", "www.example.com", "https", false],
    ["www.example.com:443", "www.example.com", undefined, false],
    ["www.example.com", "mx.example.com", "https", false],
    ["[2001:db8::1]:993", "2001:DB8:0::1", "imaps", true],
  ])("%s is the same as %s with the protocol %s: %p", (a, b, protocol, expected) => {
    expect(isSameMonitored(a, b, protocol)).toBe(expected);
  });

  it.each([
    ["intranet", "intranet"],
    ["Intranet:636", "intranet:636"],
    ["foo_bar.example.com", "foo_bar.example.com"],
    ["Bücher.example:8443", "xn--bcher-kva.example:8443"],
    ["intranet:1", "intranet:1"],
    ["intranet:65535", "intranet:65535"],
    ["2001:DB8::1", "[2001:db8::1]"],
    ["[2001:db8::1]:443", "[2001:db8::1]:443"],
  ])("may be %s", (text, canonical) => {
    expect([isMonitoredHostname(text), canonicalMonitored(text)]).toEqual([true, canonical]);
  });

  it.each([
    "",
    "636",
    "192.0.2",
    "a b",
    "a..b",
    "-a",
    ":636",
    "intranet:0",
    "intranet:65536",
    "intranet/x",
    "[192.0.2.1]",
  ])("is not %p", (text) => {
    expect(isMonitoredHostname(text)).toBe(false);
  });
});

describe("a subnet", () => {
  it("has every one of its addresses", () => {
    const subnet = parseSubnet("198.51.100.6/30") as Subnet;
    const last = [4, 5, 6, 7];
    expect(subnetAddresses(subnet)).toEqual(last.map((octet) => `198.51.100.${octet}`));
  });

  it.each(["0.0.0.0/0", "16.0.0.0/4", "192.0.2.6/30"])(
    "%s knows each of its addresses by its place",
    (cidr) => {
      const subnet = parseSubnet(cidr) as Subnet;
      for (const place of [0, subnet.size - 1])
        for (const mask of ["", "/32"])
          expect(indexInSubnet(subnet, addressAt(subnet, place) + mask)).toBe(place);
      expect(indexInSubnet(subnet, "2001:db8::1")).toBeUndefined();
      if (subnet.size > 1) expect(indexInSubnet(subnet, cidr)).toBeUndefined();
    },
  );

  it.each(["192.0.2.3", "192.0.2.8", "example.com"])("has no place for %s outside", (text) => {
    expect(indexInSubnet(parseSubnet("192.0.2.4/30") as Subnet, text)).toBeUndefined();
  });

  it("of more addresses than can be managed is not listed", () => {
    expect(() => subnetAddresses(parseSubnet("10.0.0.0/15") as Subnet)).toThrow(RangeError);
    expect(subnetAddresses(parseSubnet("10.0.0.0/16") as Subnet)).toHaveLength(65_536);
  });
});
