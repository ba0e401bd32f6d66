import { kindNames, kinds } from "../../../src/service/kinds";
import { call, refusalOf } from "./call";

const digits = "0123456789abcdef".repeat(2);

describe("sid_kind", () => {
  it.each(kindNames)("knows the SID of a %s", (kind) => {
    expect(call("sid_kind", kinds[kind].prefix + digits)).toBe(kind);
  });

  it.each([
    ["HT", digits, "host"],
    ["PP", digits + digits, "check"],
    ["EV", digits, "event"],
  ])("knows what begins with %s in either letter case", (prefix, hex, kind) => {
    for (const spelling of [prefix + hex.toUpperCase(), prefix.toLowerCase() + hex])
      expect(call("sid_kind", spelling)).toBe(kind);
  });

  it("knows the id of a manual check", () => {
    expect(call("sid_kind", `PP${digits}${digits}`)).toBe("check");
  });

  it.each(["TA", "EA", "EV"])("knows an event with the prefix %s", (prefix) => {
    expect(call("sid_kind", prefix + digits)).toBe("event");
  });

  it.each([
    ["the SID of an account", `AC${digits}`, /no kind of object has the prefix AC/],
    ["a manual check of 32 digits", `PP${digits}`, /no kind of object has the prefix PP/],
    ["an event of 64 digits", `TA${digits}${digits}`, /must be a SID/],
    ["a host of 64 digits", `HT${digits}${digits}`, /must be a SID/],
    ["something around it", ` HT${digits}`, /must be a SID/],
    ["a line behind it", `HT${digits}\n`, /must be a SID/],
    ["the name of a property", "constructor", /must be a SID/],
    ["nothing", "", /must be a SID/],
  ])("refuses %s", (_, text, says) => {
    expect(refusalOf("sid_kind", text)).toMatch(/^0: /);
    expect(refusalOf("sid_kind", text)).toMatch(says);
  });
});
