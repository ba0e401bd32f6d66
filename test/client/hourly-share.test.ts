import { createHourlyShare } from "../../src/client/hourly-share";
import { createRateGate, WaitTooLong } from "../../src/client/rate-gate";
import { manualClock } from "./support/clock";

const hour = 3_600_000;

describe("the share of the hour", () => {
  it("lets as many requests through at once as it is large", async () => {
    const gate = createRateGate(manualClock(), undefined, createHourlyShare(2));
    expect([await gate.pass("read", 0), await gate.pass("write", 0)]).toEqual([0, 0]);
  });

  it("makes the next request wait until the first is an hour old", async () => {
    const clock = manualClock();
    const gate = createRateGate(clock, undefined, createHourlyShare(2));
    await gate.pass("read", 0);
    await clock.sleep(1_000);
    await gate.pass("read", 0);
    expect(await gate.pass("read", hour)).toBe(hour - 1_000);
    expect(await gate.pass("read", hour)).toBe(1_000);
  });

  it("fails at once, naming the setting, when that is longer than a request may wait", async () => {
    const gate = createRateGate(manualClock(), undefined, createHourlyShare(1));
    await gate.pass("read", 0);
    const failure = await gate.pass("read", 300_000).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(WaitTooLong);
    expect((failure as WaitTooLong).message).toContain("max_requests_per_hour");
  });
});
