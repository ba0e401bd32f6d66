import fc from "fast-check";
import { RateLimiter } from "../../src/client/rate-limiter";
import type { RateClass } from "../../src/service/operations";
import { LimitedService, type ServiceLimits, windowKinds } from "./support/limited-service";
import { chanceOf, type Line, sendThrough } from "./support/traffic";
import { virtualTime } from "./support/virtual-time";

const minute = 60_000;

/** Several processes of ten callers each, and a client that minds no limit, which sends so many requests a second. */
async function shared(of: {
  readonly seed: number;
  readonly kind: (typeof windowKinds)[number];
  readonly limits: ServiceLimits;
  readonly processes: number;
  readonly each: number;
  readonly foreignPerSecond: number;
}) {
  const chance = chanceOf(of.seed);
  const time = virtualTime(chance);
  const habits = { second: of.kind, hour: of.kind, speaksOf: "fewest", countsRefused: false } as const;
  const service = new LimitedService(habits, of.limits);
  const line: Line = { time, service, way: () => 10 + chance() * 40 };
  const start = time.now();
  let sent = 0;
  let refused = 0;
  let running = true;
  const foreign = async () => {
    while (running && of.foreignPerSecond > 0) {
      await time.sleep((2_000 * chance()) / of.foreignPerSecond);
      service.arrive(chance() < 0.5 ? "read" : "write", time.now());
    }
  };
  const processOf = async () => {
    const gate = new RateLimiter({ clock: time, maxWait: 300 * minute });
    const counting: LimitedService = Object.create(service, {
      arrive: {
        value: (rateClass: RateClass, now: number) => {
          const answer = service.arrive(rateClass, now);
          sent += 1;
          if (answer.status === 429) refused += 1;
          return answer;
        },
      },
    });
    const caller = async () => {
      for (let n = 0; n < of.each; n++) {
        await sendThrough(gate, { ...line, service: counting }, chance() < 0.5 ? "read" : "write");
      }
    };
    await Promise.all(Array.from({ length: 10 }, caller));
    return time.now() - start;
  };
  const processes = Promise.all(Array.from({ length: of.processes }, processOf));
  void foreign();
  const finished = await time.run(processes);
  running = false;
  return { finished, sent, refused, service };
}

const kind = fc.constantFrom(...windowKinds);
const seed = fc.integer();

describe("processes that share an account", () => {
  it("all finish, with few refusals, while the hour lasts", async () => {
    await fc.assert(
      fc.asyncProperty(seed, kind, fc.integer({ min: 2, max: 4 }), async (seed, kind, processes) => {
        const limits = { read: 100, write: 50, check_start: 10, hour: 1_000 };
        const outcome = await shared({ seed, kind, limits, processes, each: 20, foreignPerSecond: 5 });
        expect(outcome.refused / outcome.sent).toBeLessThan(0.2);
        // Alone, the 400 writes of four processes would take 8 s.
        expect(Math.max(...outcome.finished)).toBeLessThan(minute / 2);
      }),
      { numRuns: 20 },
    );
  });

  it("share a second with ten others so that few are refused and little is left unused", async () => {
    await fc.assert(
      fc.asyncProperty(seed, kind, async (seed, kind) => {
        const limits = { read: 100, write: 50, check_start: 10, hour: 100_000 };
        const outcome = await shared({ seed, kind, limits, processes: 10, each: 40, foreignPerSecond: 0 });
        expect(outcome.refused / outcome.sent).toBeLessThan(0.1);
      }),
      { numRuns: 6 },
    );
  });

  it("all finish when others spend half of the hour, and are refused a few times when it ends", async () => {
    await fc.assert(
      fc.asyncProperty(seed, kind, fc.integer({ min: 2, max: 4 }), async (seed, kind, processes) => {
        const limits = { read: 100, write: 50, check_start: 10, hour: 200 };
        const outcome = await shared({ seed, kind, limits, processes, each: 12, foreignPerSecond: 0.03 });
        const hours = Math.max(...outcome.finished) / (60 * minute);
        // What the others leave is 92 requests an hour at least.
        expect(hours).toBeLessThan((processes * 120) / 92 + 1);
        expect(outcome.refused).toBeLessThanOrEqual(15 * processes * Math.ceil(hours));
      }),
      { numRuns: 20 },
    );
  });
});
