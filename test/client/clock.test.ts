import { maxTimerDelay, systemClock } from "../../src/client/clock";

describe("the system's clock", () => {
  it("starts with the process, and advances", () => {
    const first = systemClock.now();
    expect(first).toBeGreaterThanOrEqual(Math.floor(performance.timeOrigin));
    expect(systemClock.now()).toBeGreaterThanOrEqual(first);
  });

  it("wakes a sleeper whose signal aborts", async () => {
    const stop = new AbortController();
    const asleep = systemClock.sleep(maxTimerDelay, stop.signal);
    stop.abort();
    await expect(asleep).rejects.toThrow("aborted");
    await expect(systemClock.sleep(1, AbortSignal.abort())).rejects.toThrow("aborted");
  });

  it("sleeps without a signal, and for no longer than Node's timers can", async () => {
    await expect(systemClock.sleep(0)).resolves.toBeUndefined();
    expect(maxTimerDelay).toBe(0x7fff_ffff);
    const warnings: string[] = [];
    const keep = ({ name }: Error) => warnings.push(name);
    process.on("warning", keep);
    const stop = new AbortController();
    const asleep = systemClock.sleep(Number.MAX_SAFE_INTEGER, stop.signal);
    await new Promise(setImmediate);
    stop.abort();
    await expect(asleep).rejects.toThrow("aborted");
    process.off("warning", keep);
    expect(warnings).toEqual([]);
  });

  it("returns random numbers from 0 to below 1", () => {
    const number = systemClock.random();
    expect(number >= 0 && number < 1).toBe(true);
  });
});
