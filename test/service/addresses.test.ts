import { isHostname, parseHost, subnetAddresses } from "../../src/service/addresses";

describe("a host", () => {
  it.each([
    ["192.0.2.1", "address", "192.0.2.1"],
    ["Example.COM.", "domain", "example.com"],
    ["_dmarc.example.com", "domain", "_dmarc.example.com"],
    ["192.0.2.9/29", "subnet", "192.0.2.8/29"],
    ["10.0.0.0/0", "subnet", "0.0.0.0/0"],
  ])("%s is read as an %s, %s", (text, form, canonical) => {
    expect(parseHost(text)).toMatchObject({ form, canonical });
  });

  it.each(["", "host", "256.1.1.1", "1.2.3.4/33", "2001:db8::1", "a b.example", "1.2.3", "-a.example"])(
    "is not %p",
    (text) => {
      expect(parseHost(text)).toBeUndefined();
    },
  );
});

describe("a hostname", () => {
  it("has no underscore", () => {
    expect(isHostname("zen.example.org")).toBe(true);
    expect(isHostname("_zen.example.org")).toBe(false);
  });

  it("has labels of at most 63 characters", () => {
    expect(isHostname(`${"a".repeat(63)}.example`)).toBe(true);
    expect(isHostname(`${"a".repeat(64)}.example`)).toBe(false);
  });
});

describe("a subnet", () => {
  it("has every one of its addresses", () => {
    const subnet = parseHost("192.0.2.6/30");
    expect(subnet?.form === "subnet" && subnetAddresses(subnet)).toEqual([
      "192.0.2.4",
      "192.0.2.5",
      "192.0.2.6",
      "192.0.2.7",
    ]);
  });
});
