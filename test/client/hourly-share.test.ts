import { answer, gateOf, rateHeaders } from "./support/passing";

const hour = 3_600_000;

describe("the share of the hour", () => {
  it("admits its number of requests immediately", async () => {
    const { waitOf } = gateOf({ maxRequestsPerHour: 2 });
    expect([await waitOf("read"), await waitOf("write")]).toEqual([0, 0]);
  });

  it("makes the next request wait until the first is an hour old", async () => {
    const { waitOf, clock } = gateOf({ maxRequestsPerHour: 2, maxWait: hour });
    await waitOf();
    clock.advance(1_000);
    await waitOf();
    expect(await waitOf("write")).toBe(hour - 1_000);
    expect(await waitOf()).toBe(1_000);
  });

  it("holds although the service has more", async () => {
    const { waitOf } = gateOf({ maxRequestsPerHour: 1, maxWait: hour });
    await waitOf("read", answer(200, rateHeaders(900, 1_800, "1000;w=3600, 100;w=1")));
    expect(await waitOf()).toBe(hour);
  });

  it("is not spent by a request that was never sent", async () => {
    const { waitOf } = gateOf({ maxRequestsPerHour: 1 });
    await waitOf("read", "unsent");
    expect(await waitOf()).toBe(0);
  });

  it("fails immediately, with the setting, when the wait is too long", async () => {
    const { waitOf } = gateOf({ maxRequestsPerHour: 1, maxWait: 300_000 });
    await waitOf();
    await expect(waitOf()).rejects.toThrow(
      "max_requests_per_hour is used up; try again at 2026-01-01T01:00:00.000Z",
    );
  });
});
