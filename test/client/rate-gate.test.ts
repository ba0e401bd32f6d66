import fc from "fast-check";
import { createRateGate, WaitTooLong } from "../../src/client/rate-gate";
import { keptLog, manualClock, stillClock } from "./support/clock";

const minute = 60_000;

describe("the rate gate", () => {
  it("lets requests through at once while something remains", async () => {
    const gate = createRateGate(manualClock(), undefined);
    gate.learn({ status: 200, headers: { "ratelimit-remaining": "1", "ratelimit-reset": "9" }, refusals: 0 });
    expect(await gate.pass("read", minute)).toBe(0);
  });

  it("waits for RateLimit-Reset when nothing remains", async () => {
    const gate = createRateGate(manualClock(), undefined);
    gate.learn({ status: 200, headers: { "ratelimit-remaining": "0", "ratelimit-reset": "9" }, refusals: 0 });
    expect(await gate.pass("read", minute)).toBe(9_000);
  });

  it("waits for Retry-After after a 429", async () => {
    const gate = createRateGate(manualClock(), undefined);
    gate.learn({ status: 429, headers: { "retry-after": "7" }, refusals: 1 });
    expect(await gate.pass("write", minute)).toBe(7_000);
  });

  it("waits for Retry-After after a 503", async () => {
    const gate = createRateGate(manualClock(), undefined);
    gate.learn({ status: 503, headers: { "retry-after": "7" }, refusals: 0 });
    expect(await gate.pass("write", minute)).toBe(7_000);
  });

  it("understands a Retry-After that is a date", async () => {
    const clock = manualClock();
    const gate = createRateGate(clock, undefined);
    const date = new Date(clock.now() + 5_000).toUTCString();
    gate.learn({ status: 429, headers: { "retry-after": date }, refusals: 1 });
    expect(await gate.pass("read", minute)).toBe(5_000);
  });

  it("chooses its own wait when a 429 tells none", async () => {
    const gate = createRateGate(manualClock(), undefined);
    gate.learn({ status: 429, headers: {}, refusals: 1 });
    expect(await gate.pass("read", minute)).toBe(500);
  });

  it("waits longer than told when the same request is refused again and again", async () => {
    const gate = createRateGate(manualClock(), undefined);
    gate.learn({ status: 429, headers: { "retry-after": "1" }, refusals: 4 });
    expect(await gate.pass("read", minute)).toBe(4_000);
  });

  it("never shortens a wait", async () => {
    const gate = createRateGate(manualClock(), undefined);
    gate.learn({ status: 429, headers: { "retry-after": "9" }, refusals: 1 });
    gate.learn({ status: 429, headers: { "retry-after": "2" }, refusals: 1 });
    expect(await gate.pass("read", minute)).toBe(9_000);
  });

  it("fails at once when the wait is longer than allowed, and names the time", async () => {
    const clock = manualClock();
    const gate = createRateGate(clock, undefined);
    gate.learn({ status: 429, headers: { "retry-after": "61" }, refusals: 1 });
    await expect(gate.pass("read", minute)).rejects.toThrow("try again at 2026-01-01T00:01:01.000Z");
    expect(clock.sleeps).toEqual([]);
  });

  it("survives a wait beyond all dates", async () => {
    const gate = createRateGate(manualClock(), undefined);
    gate.learn({ status: 429, headers: { "retry-after": "9".repeat(40) }, refusals: 1 });
    await expect(gate.pass("read", minute)).rejects.toBeInstanceOf(WaitTooLong);
  });

  it("says once that it waits, why and until when", async () => {
    const log = keptLog();
    const clock = stillClock();
    const gate = createRateGate(clock, log);
    gate.learn({ status: 429, headers: { "retry-after": "3" }, refusals: 1 });
    const stop = new AbortController();
    const waiting = [gate.pass("read", minute, stop.signal), gate.pass("read", minute, stop.signal)];
    await clock.asleep;
    stop.abort();
    await Promise.allSettled(waiting);
    expect(log.lines).toEqual([
      {
        level: "warn",
        message: "waiting for a rate limit",
        fields: { reason: "the service answered 429", until: "1970-01-01T00:00:03.000Z" },
      },
    ]);
  });

  it("ends a wait as soon as it is cancelled", async () => {
    const clock = stillClock();
    const gate = createRateGate(clock, undefined);
    gate.learn({ status: 429, headers: { "retry-after": "3" }, refusals: 1 });
    const stop = new AbortController();
    const waiting = gate.pass("read", minute, stop.signal);
    await clock.asleep;
    stop.abort();
    await expect(waiting).rejects.toThrow("aborted");
  });

  it("takes any header without throwing", () => {
    const header = fc.oneof(fc.string(), fc.array(fc.string()), fc.constant(undefined));
    const names = fc.constantFrom("retry-after", "ratelimit-remaining", "ratelimit-reset");
    fc.assert(
      fc.property(fc.dictionary(names, header), fc.integer({ min: 100, max: 599 }), (headers, status) => {
        expect(() =>
          createRateGate(manualClock(), undefined).learn({ status, headers, refusals: 1 }),
        ).not.toThrow();
      }),
    );
  });
});
