import { applyCost, secondsFor } from "../../../../src/cli/commands/review/apply-cost";
import { applyCostText } from "../../../../src/cli/commands/review/output";
import { durationText } from "../../../../src/cli/output/durations";
import { cost, range } from "../../../../src/provider/cost";
import { unlimited } from "../../../../src/service/limits";

const unknownLimits = { limit: null, remaining: null, at_least: null, reset: null };
const writes = (count: number) => cost({ writes: range(count) });

describe("how long an apply takes at the limits", () => {
  it("is what the writes of a second allow as long as the hour has room", () => {
    expect(secondsFor(writes(640), "most", { perHour: 1000, left: 640, reset: 60 })).toBe(640 / 50);
  });

  it("is the rest of this hour, whole hours, and the last one's requests", () => {
    const allowance = { perHour: 1000, left: 640, reset: 600 };
    expect(secondsFor(writes(641), "most", allowance)).toBeCloseTo(600 + 1 / 50);
    expect(secondsFor(writes(1640), "most", allowance)).toBeCloseTo(600 + 1000 / 50);
    expect(secondsFor(writes(2400), "most", allowance)).toBeCloseTo(600 + 3600 + 760 / 50);
  });

  it("is shown with the requests, the limit and the remaining requests", () => {
    const spending = applyCost(writes(2400), 0, { limit: 1000, remaining: 640, at_least: 640, reset: 4200 });
    expect(applyCostText(spending)).toBe("Apply: 2,400 requests, 2 h 11 min");
  });

  it("says that there is no hourly limit, and not a number that no account reaches", () => {
    const spending = applyCost(writes(2), 0, { ...unknownLimits, limit: unlimited });
    expect(applyCostText(spending)).toBe("Apply: 2 requests, under a second");
  });

  it("has two times if the remaining requests are unknown", () => {
    expect(applyCostText(applyCost(writes(120), 0, { ...unknownLimits, at_least: 99 }))).toBe(
      "Apply: 120 requests, 3 s, or 1 h 1 min if others use the account",
    );
    expect(applyCostText(applyCost(writes(10), 0, unknownLimits))).toBe("Apply: 10 requests, under a second");
    expect(applyCostText(applyCost(writes(0), 3, unknownLimits))).toBe("Apply: no requests");
  });

  it.each([
    [0.2, "under a second"],
    [1, "1 s"],
    [59, "59 s"],
    [59.5, "1 min"],
    [61, "2 min"],
    [3600, "1 h"],
    [11_400, "3 h 10 min"],
  ])("%d seconds are %s", (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
  });
});
