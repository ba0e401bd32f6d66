import { readFileSync } from "node:fs";
import { fields } from "../../src/service/fields";
import { lagDelays, maxSubnetAddresses, requestsPerHour } from "../../src/service/limits";
import {
  checkId,
  eventSid,
  filledList,
  flag,
  label,
  list,
  oneOf,
  sid,
  text,
  textMap,
  url,
} from "../../src/service/rules";

const hex = "0".repeat(32);

describe("the limits", () => {
  it("let a process read all addresses of the largest subnet in an hour, 100 with a request", () => {
    expect(maxSubnetAddresses).toBeLessThanOrEqual(100 * requestsPerHour);
    expect(maxSubnetAddresses).toBe(2 ** (32 - 16));
  });

  it("wait for an answer that lags as long as the page about writing says", () => {
    const page = readFileSync("docs/design/writing.md", "utf8");
    const seconds = lagDelays.reduce((sum, delay) => sum + delay) / 1_000;
    expect(page).toContain(`four readings of the whole list within ${seconds} seconds`);
    expect(lagDelays).toHaveLength(4);
  });
});

describe("a rule", () => {
  const thresholds = fields.certificate_profile.expiration_thresholds.rule;

  it.each([
    [[0, 90], []],
    [Array(10).fill(1), []],
    [Array(11).fill(1), ["has more than the 10 values that the service documents"]],
    [[91], ["has values outside the 0 to 90 that the service documents"]],
    [[5, -1], ["has values outside the 0 to 90 that the service documents"]],
  ])("warns of thresholds that are not documented: %j", (values, advice) => {
    expect(thresholds.advice?.(values)).toEqual(advice);
  });

  it.each([
    [label, "", "must have 1 to 255 characters; it has 0"],
    [label, "a", undefined],
    [label, "😀".repeat(255), undefined],
    [label, "a".repeat(256), "must have 1 to 255 characters; it has 256"],
    [eventSid, `XX${hex}`, undefined],
    [eventSid, "XX", "must be two capitals and 32 hexadecimal digits"],
    [checkId, `PP${hex}${hex}`, undefined],
    [checkId, `PP${hex}`, "must be the id of a check (PP and 64 hexadecimal digits)"],
    [url, "https://example.com", undefined],
    [url, "example.com", "must be an absolute URL"],
    [sid("host"), `HT${hex}`, undefined],
    [sid("host"), "x", "must be the SID of a host (HT and 32 hexadecimal digits)"],
    [
      sid("host", "source", "contact"),
      `CG${hex}`,
      "must be the SID of a host (HT and 32 hexadecimal digits), a source (RB and 32 hexadecimal digits) or a contact (CO and 32 hexadecimal digits), not that of a contact group",
    ],
  ])("%# accepts a text or says what it requires", (rule, value, problem) => {
    expect(rule.problem?.(value)).toBe(problem);
  });

  it("knows the kind of object that a SID is of, unless it may be of several", () => {
    expect([sid("host").kind, sid("host", "source").kind]).toEqual(["host", undefined]);
  });

  it("requires an element of a list that must not be empty", () => {
    const rule = filledList("tag", text);
    expect([rule.problem?.([]), rule.problem?.(["a"])]).toEqual(["must have at least one tag", undefined]);
    expect([rule.empty, list(text).empty]).toEqual([undefined, []]);
  });

  it("refuses the name __proto__ in a map", () => {
    expect(textMap.problem?.(JSON.parse('{"__proto__":"a"}'))).toBe("must not have the name __proto__");
    expect(textMap.problem?.({ a: "b" })).toBeUndefined();
  });

  it("reads words in any letter case, and flags in words", () => {
    const rule = oneOf(["active", "paused"]);
    expect([" Active ", "other", "", undefined].map((value) => rule.read(value))).toEqual([
      "active",
      "other",
      undefined,
      undefined,
    ]);
    expect(["yes", "OFF", "1", "maybe"].map((value) => flag.read(value))).toEqual([
      true,
      false,
      true,
      undefined,
    ]);
  });
});
