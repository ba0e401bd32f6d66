import fc from "fast-check";
import { compareNaturally } from "../../../src/cli/output/order";

const sorted = (...texts: string[]) => [...texts].sort(compareNaturally);

describe("the order of names and addresses", () => {
  it("is that of numbers for addresses, IPv4 before IPv6 before names", () => {
    expect(
      sorted(
        "mx10.example.com",
        "2001:db8::10",
        "2001:db8::a",
        "198.51.100.16/30",
        "192.0.2.10",
        "mx2.example.com",
        "[2001:db8::9]",
        "192.0.2.9",
        "198.51.100.16",
        "198.51.100.3",
      ),
    ).toEqual([
      "192.0.2.9",
      "192.0.2.10",
      "198.51.100.3",
      "198.51.100.16",
      "198.51.100.16/30",
      "[2001:db8::9]",
      "2001:db8::a",
      "2001:db8::10",
      "mx2.example.com",
      "mx10.example.com",
    ]);
  });

  it("is by text for different texts of one value", () => {
    expect(sorted("mx1", "mx01", "::1", "0:0::1")).toEqual(["0:0::1", "::1", "mx01", "mx1"]);
  });

  it("is one order for all texts", () => {
    const text = fc.oneof(fc.ipV4(), fc.ipV4Extended(), fc.ipV6(), fc.domain(), fc.string());
    fc.assert(
      fc.property(text, text, text, (a, b, c) => {
        expect(Math.sign(compareNaturally(a, b)) + Math.sign(compareNaturally(b, a))).toBe(0);
        expect(compareNaturally(a, b) === 0).toBe(a === b);
        if (compareNaturally(a, b) <= 0 && compareNaturally(b, c) <= 0)
          expect(compareNaturally(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });
});
