import fc from "fast-check";
import { RateLimiter } from "../../src/client/rate-limiter";
import type { RateClass } from "../../src/service/operations";
import {
  LimitedService,
  type ServiceHabits,
  type ServiceLimits,
  windowKinds,
} from "./support/limited-service";
import { chanceOf, type Line, sendThrough } from "./support/traffic";
import { virtualTime } from "./support/virtual-time";

const callers = 10;
const hour = 3_600_000;
const classes: readonly RateClass[] = ["read", "write", "check_start"];

const habits: fc.Arbitrary<ServiceHabits> = fc.record({
  second: fc.constantFrom(...windowKinds),
  hour: fc.constantFrom(...windowKinds),
  speaksOf: fc.constantFrom("fewest", "smallest part"),
  countsRefused: fc.boolean(),
});

interface Situation {
  readonly seed: number;
  readonly habits: ServiceHabits;
  readonly limits: ServiceLimits;
  /** Milliseconds, at most, of one way to the service or back, and between the requests of a caller. */
  readonly longestWay: number;
  readonly longestPause: number;
  /** How many requests each caller has. */
  readonly requests: number;
  /** How many of them are stopped, as a part, and whether also while they are under way. */
  readonly stopped: number;
  readonly stopsUnderWay: boolean;
}

const situation = (hourly: fc.Arbitrary<number>, stopsUnderWay: boolean): fc.Arbitrary<Situation> =>
  fc.record({
    seed: fc.integer(),
    habits,
    limits: fc.record({
      read: fc.integer({ min: 1, max: 30 }),
      write: fc.integer({ min: 1, max: 20 }),
      check_start: fc.integer({ min: 1, max: 10 }),
      hour: hourly,
    }),
    longestWay: fc.constantFrom(0, 1, 20, 150, 900),
    longestPause: fc.constantFrom(0, 0, 100, 3_000),
    requests: fc.integer({ min: 1, max: 25 }),
    stopped: fc.constantFrom(0, 0.2),
    stopsUnderWay: fc.constant(stopsUnderWay),
  });

/** All that ten callers do, each one request after the other. */
function traffic(of: Situation) {
  const chance = chanceOf(of.seed);
  const time = virtualTime(chance);
  const service = new LimitedService(of.habits, of.limits);
  const gate = new RateLimiter({ clock: time, maxWait: 100 * hour });
  const line: Line = { time, service, way: () => chance() * of.longestWay };
  const outcomes: string[] = [];
  const caller = async () => {
    for (let n = 0; n < of.requests; n++) {
      await time.sleep(chance() * of.longestPause);
      const rateClass = classes[Math.floor(chance() * 3)] ?? "read";
      const stop = new AbortController();
      if (chance() < of.stopped) void time.sleep(chance() * 2_000).then(() => stop.abort());
      const stops = { waiting: stop.signal, underWay: of.stopsUnderWay ? stop.signal : undefined };
      outcomes.push(
        await sendThrough(gate, line, rateClass, stops).then(
          () => "accepted",
          () => "stopped",
        ),
      );
    }
  };
  const work = async () => {
    // The limits are lower than the documented ones. The first response of each class reports them.
    for (const rateClass of classes) await sendThrough(gate, line, rateClass);
    await Promise.all(Array.from({ length: callers }, caller));
  };
  return { time, service, outcomes, work };
}

/** No request is refused, and every one ends: accepted unless it is stopped. */
function keepsLimits(of: fc.Arbitrary<Situation>, numRuns: number): Promise<void> {
  return fc.assert(
    fc.asyncProperty(of, async (situation) => {
      const { time, service, outcomes, work } = traffic(situation);
      await time.run(work());
      expect(service.refused).toEqual([]);
      expect(outcomes).toHaveLength(callers * situation.requests);
      if (situation.stopped === 0) expect(new Set(outcomes)).toEqual(new Set(["accepted"]));
    }),
    { numRuns },
  );
}

describe("ten callers alone on an account", () => {
  it("never exceed the limit per second, also when requests are stopped", async () => {
    await keepsLimits(situation(fc.constant(100_000), true), 80);
  });

  it("never exceed a window of an hour either, and go on when it is over", async () => {
    await keepsLimits(situation(fc.integer({ min: 30, max: 120 }), false), 80);
  });
});
