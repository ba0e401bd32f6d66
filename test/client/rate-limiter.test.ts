import fc from "fast-check";
import { RateLimiter, type RequestEnd } from "../../src/client/rate-limiter";
import { WaitTooLong } from "../../src/client/wait";
import { keptLog, manualClock, stillClock } from "./support/clock";
import { answer, gateOf, passedAtOnce, rateHeaders } from "./support/passing";

const hour = 3_600_000;
const retryAfter = (seconds: number | string) => answer(429, { "retry-after": String(seconds) });

describe("the rate gate", () => {
  it("admits requests immediately while some remain", async () => {
    const { waitOf } = gateOf();
    await waitOf("read", answer(200, rateHeaders(1, 9)));
    expect(await waitOf()).toBe(0);
  });

  it("waits for RateLimit-Reset when nothing remains", async () => {
    const { waitOf } = gateOf();
    await waitOf("read", answer(200, rateHeaders(0, 9)));
    expect(await waitOf("write")).toBe(9_000);
  });

  it("admits one of the first writes, whose answer may say that nothing remains", async () => {
    const { gate, clock } = gateOf();
    const since = clock.now();
    const { ends, stop, passing } = await passedAtOnce(gate, 3, "write");
    expect(ends).toHaveLength(1);
    ends[0]?.(answer(200, rateHeaders(0, 9)));
    await passing[1];
    expect([ends.length, clock.now() - since]).toEqual([2, 9_000]);
    stop.abort();
    await Promise.allSettled(passing);
  });

  it.each([429, 503])("waits for Retry-After after a %i", async (status) => {
    const { waitOf } = gateOf();
    await waitOf("read", answer(status, { "retry-after": "7" }));
    expect(await waitOf("write")).toBe(7_000);
  });

  it("understands a Retry-After that is a date", async () => {
    const { waitOf, clock } = gateOf();
    await waitOf("read", retryAfter(new Date(clock.now() + 5_000).toUTCString()));
    expect(await waitOf()).toBe(5_000);
  });

  it.each(["retry-after", "ratelimit-reset"])(
    "understands a date in seconds since 1970: %s",
    async (name) => {
      const { waitOf, clock } = gateOf();
      const headers = { "ratelimit-remaining": "0", [name]: String(clock.now() / 1_000 + 5) };
      await waitOf("read", answer(429, headers));
      expect(await waitOf()).toBe(5_000);
    },
  );

  it("chooses the wait when a 429 has none", async () => {
    const { waitOf } = gateOf();
    await waitOf("read", answer(429));
    expect(await waitOf()).toBe(500);
  });

  it("waits for RateLimit-Reset when a 429 has nothing else", async () => {
    const { waitOf } = gateOf();
    await waitOf("read", answer(429, rateHeaders(0, 1)));
    expect(await waitOf()).toBe(1_000);
  });

  it("waits longer than requested after repeated 429s", async () => {
    const { waitOf } = gateOf();
    const waits: number[] = [];
    for (let n = 0; n < 5; n++) waits.push(await waitOf("read", retryAfter(1)));
    expect(waits).toEqual([0, 1_000, 1_000, 2_000, 4_000]);
  });

  it("takes many 429 to requests that were under way together for one", async () => {
    const { gate, waitOf } = gateOf();
    const { ends } = await passedAtOnce(gate, 5);
    for (const end of ends) end(retryAfter(1));
    expect(await waitOf()).toBe(1_000);
  });

  it("forgets the 429 when another answer comes", async () => {
    const { waitOf } = gateOf();
    for (let n = 0; n < 3; n++) await waitOf("read", retryAfter(1));
    await waitOf();
    await waitOf("read", retryAfter(1));
    expect(await waitOf()).toBe(1_000);
  });

  it("never shortens a wait that the service requested", async () => {
    const { gate, waitOf } = gateOf();
    const { ends } = await passedAtOnce(gate, 2);
    for (const [index, end] of ends.entries()) end(retryAfter(9 - index * 7));
    expect(await waitOf()).toBe(9_000);
  });

  it("opens a little later by chance, since others wait for the same moment", async () => {
    for (const [chance, asked, wait] of [
      [0.5, 10, 10_500],
      [0.5, 100, 101_000],
    ] as const) {
      const { waitOf } = gateOf({ maxWait: hour }, manualClock(chance));
      await waitOf("read", retryAfter(asked));
      expect(await waitOf()).toBe(wait);
    }
  });

  it("lets one request through after a 429, and more as they are answered", async () => {
    const { gate, waitOf, clock } = gateOf();
    await waitOf("read", retryAfter(1));
    clock.advance(1_000);
    const { ends, stop, passing } = await passedAtOnce(gate, 20);
    const passed = [ends.length];
    for (let round = 0; round < 3; round++) {
      for (const end of ends.splice(0)) end(answer(200));
      await new Promise(setImmediate);
      passed.push(ends.length);
    }
    expect(passed).toEqual([1, 2, 4, 8]);
    stop.abort();
    await Promise.allSettled(passing);
  });

  it("has ten requests under way at most before the service has answered one", async () => {
    const { gate } = gateOf();
    const { ends, stop, passing } = await passedAtOnce(gate, 30);
    expect(ends).toHaveLength(10);
    ends.pop()?.(answer(200));
    await new Promise(setImmediate);
    expect(ends).toHaveLength(11);
    stop.abort();
    await Promise.allSettled(passing);
  });

  it("does not let more through than remain when those under way are counted", async () => {
    const gate = new RateLimiter({ clock: stillClock(), maxWait: 60_000 });
    (await passedAtOnce(gate, 1)).ends[0]?.(answer(200, rateHeaders(3, 30)));
    const { ends, stop, passing } = await passedAtOnce(gate, 5);
    expect(ends).toHaveLength(3);
    stop.abort();
    await Promise.allSettled(passing);
  });

  it("uses the lowest report of those that may be the latest", async () => {
    const { gate, waitOf } = gateOf();
    const { ends } = await passedAtOnce(gate, 2);
    ends[1]?.(answer(200, rateHeaders(1, 30)));
    ends[0]?.(answer(200, rateHeaders(2, 30)));
    expect([await waitOf("read", "unanswered"), await waitOf()]).toEqual([0, 30_000]);
  });

  it("releases the reservation of a request that was never sent", async () => {
    const { waitOf } = gateOf();
    await waitOf("read", answer(200, rateHeaders(1, 30)));
    expect([await waitOf("read", "unsent"), await waitOf("read")]).toEqual([0, 0]);
  });

  it("limits each class to its documented limit when the service reports none", async () => {
    const { waitOf } = gateOf();
    for (const [rateClass, limit] of [
      ["read", 100],
      ["write", 50],
      ["check_start", 10],
    ] as const) {
      for (let n = 0; n < limit; n++) expect(await waitOf(rateClass)).toBe(0);
    }
    expect([await waitOf("check_start"), await waitOf("write"), await waitOf("read")]).toEqual([1_000, 0, 0]);
  });

  it("limits the account to its documented hour when the service reports none", async () => {
    const { waitOf, clock } = gateOf();
    for (let n = 0; n < 1_000; n++) {
      await waitOf();
      clock.advance(20);
    }
    await expect(waitOf()).rejects.toThrow("the service allows 1000 requests an hour; try again at");
  });

  it("uses the limits that the service reports", async () => {
    const { waitOf } = gateOf();
    const reported = answer(200, { "ratelimit-limit": "5000;w=3600, 2;w=1" });
    expect([await waitOf("read", reported), await waitOf(), await waitOf()]).toEqual([0, 0, 1_000]);
    expect([await waitOf("write"), await waitOf("write"), await waitOf("write")]).toEqual([0, 0, 0]);
  });

  it("leaves to others what they have used of a second", async () => {
    const gate = new RateLimiter({ clock: stillClock(), maxWait: 60_000 });
    (await passedAtOnce(gate, 1)).ends[0]?.(answer(200, rateHeaders(4, 1, "1000;w=3600, 10;w=1")));
    const { ends, stop, passing } = await passedAtOnce(gate, 10);
    expect(ends).toHaveLength(4);
    stop.abort();
    await Promise.allSettled(passing);
  });

  it("does not take the window of a second for that of the hour", async () => {
    const { waitOf } = gateOf();
    const reported = answer(200, rateHeaders(0, 1, "1000;w=3600, 100;w=1"));
    await waitOf("read", reported);
    expect(await waitOf("write")).toBe(0);
  });

  it("sends one request at a time when the hour is over without a new report", async () => {
    const { gate, waitOf, clock } = gateOf({ maxWait: hour });
    const full = answer(200, rateHeaders(0, 60, "10;w=3600, 100;w=1"));
    for (let n = 0; n < 9; n++) await waitOf();
    await waitOf("read", full);
    clock.advance(60_000);
    const { ends, stop, passing } = await passedAtOnce(gate, 5);
    expect(ends).toHaveLength(1);
    ends[0]?.(answer(200, rateHeaders(9, 3_600, "10;w=3600, 100;w=1")));
    await new Promise(setImmediate);
    expect(ends.length).toBeGreaterThan(1);
    stop.abort();
    await Promise.allSettled(passing);
  });
});

describe("a wait that is too long", () => {
  it("fails immediately with the time", async () => {
    const { waitOf, clock } = gateOf();
    await waitOf("read", retryAfter(61));
    await expect(waitOf()).rejects.toThrow("try again at 2026-01-01T00:01:01.000Z");
    expect(clock.sleeps).toEqual([]);
  });

  it("is determined by the requests ahead in the queue", async () => {
    const clock = stillClock();
    const gate = new RateLimiter({ clock, maxWait: 2_000 });
    const requests = await passedAtOnce(gate, 1, "check_start");
    requests.ends[0]?.(answer(200, { "ratelimit-limit": "2;w=1" }));
    const { ends, passing, stop } = await passedAtOnce(gate, 7, "check_start");
    const late = passing.slice(5);
    expect(ends).toHaveLength(1);
    // One slot is reserved until 1 s, another by the request just sent. So two are sent at 1 s, two at 2 s, and the rest too late.
    expect((await Promise.allSettled(late)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    stop.abort();
    await Promise.allSettled(passing);
  });

  it("fails for all waiting requests as soon as the service reports it", async () => {
    const clock = stillClock();
    const gate = new RateLimiter({ clock, maxWait: 60_000 });
    const { ends, passing } = await passedAtOnce(gate, 12);
    ends[0]?.(retryAfter(61));
    const outcomes = await Promise.allSettled(passing.slice(10));
    const errors = outcomes.map((outcome) => (outcome.status === "rejected" ? outcome.reason : undefined));
    expect(errors).toEqual([expect.any(WaitTooLong), expect.any(WaitTooLong)]);
    // Two in line, and nine under way.
    expect(errors.map(({ left }) => left)).toEqual([11, 11]);
  });

  it.each([
    ["Retry-After", retryAfter("9".repeat(40))],
    ["RateLimit-Reset", { status: 429, headers: { "ratelimit-remaining": "0", "ratelimit-reset": "90001" } }],
  ])("is at most a day, for any %s", async (_, refusal) => {
    const { waitOf, clock } = gateOf();
    await waitOf("read", refusal);
    const failure: unknown = await waitOf().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(WaitTooLong);
    expect((failure as WaitTooLong).wait.until - clock.now()).toBe(24 * hour);
  });
});

describe("the log", () => {
  it("logs once that requests wait, with the reason and the end", async () => {
    const logger = keptLog();
    const clock = stillClock();
    const gate = new RateLimiter({ clock, logger, maxWait: 60_000 });
    (await passedAtOnce(gate, 1)).ends[0]?.(retryAfter(3));
    const { stop, passing } = await passedAtOnce(gate, 4);
    stop.abort();
    await Promise.allSettled(passing);
    expect(logger.lines).toEqual([
      {
        level: "warn",
        message: "waiting for a rate limit",
        fields: { reason: "the service answered 429", until: "1970-01-01T00:00:03.000Z" },
      },
    ]);
  });

  it("logs at most once more that the end of a wait moved", async () => {
    const logger = keptLog();
    const gate = new RateLimiter({ clock: stillClock(), logger, maxWait: 60_000 });
    const { ends } = await passedAtOnce(gate, 5);
    const { stop, passing } = await passedAtOnce(gate, 6);
    for (const [index, end] of ends.entries()) end(retryAfter((index + 1) * 5));
    stop.abort();
    await Promise.allSettled(passing);
    expect(logger.lines.map(({ fields }) => fields.until)).toEqual([
      "1970-01-01T00:00:05.000Z",
      "1970-01-01T00:00:10.000Z",
    ]);
  });

  it("logs again when requests wait another time", async () => {
    const logger = keptLog();
    const { waitOf, clock } = gateOf({ logger });
    for (let n = 0; n < 2; n++) {
      await waitOf("read", retryAfter(3));
      await waitOf();
      clock.advance(10_000);
    }
    expect(logger.lines).toHaveLength(2);
  });

  it("logs nothing when no request waits", async () => {
    const logger = keptLog();
    const { waitOf } = gateOf({ logger });
    await waitOf("read", retryAfter(3));
    expect(logger.lines).toEqual([]);
  });
});

describe("the waits of an operation that is sent again", () => {
  it.each([
    [20, true],
    [21, false],
  ])("count together: 40 s and %i s in a minute are allowed: %p", async (seconds, expected) => {
    const { gate, waitOf, clock } = gateOf();
    const acquire = gate.enqueue("read");
    await waitOf("read", retryAfter(40));
    const end = await acquire();
    const before = clock.now();
    end(retryAfter(seconds));
    const outcome = await acquire().catch((error: unknown) => error);
    expect([outcome instanceof WaitTooLong, clock.now() - before]).toEqual(
      expected ? [false, seconds * 1_000] : [true, 0],
    );
  });
});

describe("a request that ends without an answer that counts", () => {
  it.each([
    ["unanswered", "unanswered"],
    ["unsent", "unsent"],
    ["answered with 503", answer(503)],
  ] as const)("because it is %s leaves its place to one other", async (_, ending) => {
    const gate = new RateLimiter({ clock: stillClock(), maxWait: 60_000 });
    const { ends, stop, passing } = await passedAtOnce(gate, 13);
    expect(ends).toHaveLength(10);
    expect(ends.pop()?.(ending)).toBe(false);
    await new Promise(setImmediate);
    expect(ends).toHaveLength(10);
    stop.abort();
    await Promise.allSettled(passing);
  });
});

describe("the queue", () => {
  it("sends one write until the first answer, and others then", async () => {
    const gate = new RateLimiter({ clock: stillClock(), maxWait: 60_000 });
    const { ends, stop, passing } = await passedAtOnce(gate, 4, "write");
    expect(ends).toHaveLength(1);
    ends[0]?.("unanswered");
    await new Promise(setImmediate);
    expect(ends).toHaveLength(4);
    stop.abort();
    await Promise.allSettled(passing);
  });

  it("keeps the order of the operations when one is sent again", async () => {
    const gate = new RateLimiter({ clock: stillClock(), maxWait: 60_000 });
    const running = await passedAtOnce(gate, 10);
    const order: string[] = [];
    const [first, second, third] = ["first", "second", "third"].map((name) => {
      const acquire = gate.enqueue("read");
      return () => acquire().then(() => order.push(name));
    });
    const ends = [second?.(), third?.(), first?.()];
    for (const end of running.ends.slice(0, 3)) {
      end("unanswered");
      await new Promise(setImmediate);
    }
    await Promise.all(ends);
    expect(order).toEqual(["first", "second", "third"]);
  });

  it("knows the limits of the last response that has any", async () => {
    const { gate, waitOf } = gateOf();
    await waitOf("read", answer(200, rateHeaders(7, 30)));
    await waitOf();
    expect(gate.rateLimit).toMatchObject({ remaining: 7, reset: 30 });
  });
});

describe("a wait that is cancelled", () => {
  it("leaves its turn to the next request", async () => {
    const gate = new RateLimiter({ clock: stillClock(), maxWait: 60_000 });
    const running = await passedAtOnce(gate, 10);
    const cancelled = await passedAtOnce(gate, 1);
    const next = await passedAtOnce(gate, 1);
    cancelled.stop.abort();
    running.ends[0]?.("unanswered");
    await new Promise(setImmediate);
    expect([cancelled.ends.length, next.ends.length]).toEqual([0, 1]);
  });

  it("ends immediately, without a remaining timer", async () => {
    const clock = stillClock();
    const cancelled: unknown[] = [];
    const sleep: typeof clock.sleep = (time, signal) => {
      signal?.addEventListener("abort", () => cancelled.push(time));
      return clock.sleep(time, signal);
    };
    const gate = new RateLimiter({ clock: { ...clock, sleep }, maxWait: 60_000 });
    (await passedAtOnce(gate, 1)).ends[0]?.(retryAfter(3));
    const { stop, passing } = await passedAtOnce(gate, 1);
    stop.abort();
    await expect(passing[0]).rejects.toThrow("aborted");
    expect(cancelled).toEqual([3_000]);
  });

  it("does not begin when the signal is aborted already", async () => {
    const { gate } = gateOf();
    await expect(gate.enqueue("read", AbortSignal.abort())()).rejects.toThrow("aborted");
  });
});

describe("any header", () => {
  const headerNames = ["retry-after", "ratelimit-remaining", "ratelimit-reset", "ratelimit-limit"];
  const numbers = fc.oneof(
    fc.integer().map(String),
    fc.double().map(String),
    fc.constantFrom("0", "1", "9".repeat(400), "-5", "1e9", "NaN", "Infinity", "0x10", "1,5"),
  );
  const policies = fc
    .array(fc.tuple(numbers, numbers).map(([limit, window]) => `${limit};w=${window}`))
    .map((items) => items.join(", "));
  const date = fc.date({ noInvalidDate: true }).map((each) => each.toUTCString());
  const header = fc.oneof(numbers, policies, date, fc.string(), fc.array(numbers));
  const ending = fc.record({
    status: fc.oneof(fc.constantFrom(200, 429, 503), fc.integer({ min: 100, max: 599 })),
    headers: fc.dictionary(fc.constantFrom(...headerNames), header),
  });

  it("leads to a wait that ends within a day, or to an error that names the time", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ending, { maxLength: 8 }), fc.boolean(), async (endings, patient) => {
        const { waitOf } = gateOf({ maxWait: patient ? Number.POSITIVE_INFINITY : 60_000 });
        for (const each of [...endings, answer(200)]) {
          const waited = await waitOf("read", each as RequestEnd).catch((error: unknown) => error);
          if (patient) expect(waited).toBeLessThanOrEqual(25 * hour);
          else if (typeof waited !== "number")
            expect((waited as Error).message).toMatch(/try again at \d{4}-/);
        }
      }),
      { numRuns: 300 },
    );
  });
});
