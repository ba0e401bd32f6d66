import { RateLimiter } from "../../src/client/rate-limiter";
import type { RateClass } from "../../src/service/operations";
import { documentedLimits, LimitedService, type WindowKind, windowKinds } from "./support/limited-service";
import { chanceOf, type Line, sendThrough } from "./support/traffic";
import { virtualTime } from "./support/virtual-time";

const callers = 10;

/** How much of the limit ten callers use if they only send, with round trips of at most this length. */
async function used(rateClass: RateClass, second: WindowKind, longestTrip: number): Promise<number> {
  const chance = chanceOf(longestTrip);
  const time = virtualTime(chance);
  const habits = { second, hour: second, speaksOf: "fewest", countsRefused: false } as const;
  const service = new LimitedService(habits, { ...documentedLimits, hour: 1_000_000 });
  const gate = new RateLimiter({ clock: time, maxWait: 3_600_000 });
  const line: Line = { time, service, way: () => (chance() * longestTrip) / 2 };
  const limit = documentedLimits[rateClass];
  const caller = async () => {
    for (let n = 0; n < limit; n++) await sendThrough(gate, line, rateClass);
  };
  await time.run(Promise.all(Array.from({ length: callers }, caller)));
  // The requests of the first window are sent immediately. Later ones show the rate.
  const arrivals = service.accepted.map(({ at }) => at);
  const since = arrivals[limit - 1] ?? Number.NaN;
  const seconds = ((arrivals.at(-1) ?? Number.NaN) - since) / 1_000;
  return (arrivals.length - limit) / seconds / limit;
}

describe.each(windowKinds)("where the windows of a second are %s, ten callers use of the limit", (kind) => {
  it.each([
    ["read", 10, 0.98],
    ["read", 50, 0.96],
    ["write", 10, 0.98],
    ["write", 50, 0.96],
    ["check_start", 10, 0.98],
    ["check_start", 50, 0.96],
    // A slot stays taken for a round trip longer than its window: that is the price of never exceeding it.
    ["write", 200, 0.87],
  ] as const)("of %ss, with round trips of up to %i ms, at least %d", async (rateClass, trip, least) => {
    const part = await used(rateClass, kind, trip);
    expect(part).toBeGreaterThan(least);
    expect(part).toBeLessThanOrEqual(1);
  });
});

describe("a rate limiter without waiting requests", () => {
  it("adds no time to a request and leaves nothing to wait for", async () => {
    const time = virtualTime(() => 0);
    const gate = new RateLimiter({ clock: time, maxWait: 60_000 });
    const start = performance.now();
    const rounds = 1_000;
    for (let n = 0; n < rounds; n++) {
      const end = await gate.enqueue("read")();
      end({ status: 200, headers: { "ratelimit-limit": "1000000;w=3600, 1000000;w=1" } });
    }
    expect((performance.now() - start) / rounds).toBeLessThan(1);
    expect(time.sleeping).toBe(0);
  });
});
