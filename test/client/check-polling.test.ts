import { createChecks, maxStatusRequests, type WaitOptions } from "../../src/client/checks";
import type { Connection } from "../../src/client/connection";
import { dialectOf } from "../../src/client/dialect";
import type { Clock } from "../../src/client/options";
import type { CheckStatus } from "../../src/service/responses";

/** A clock that is set forward by sleeping, and a check that is done at a second of it. */
function checkOf(seconds: number) {
  let now = 0;
  const asked: number[] = [];
  const clock: Clock = {
    now: () => now,
    random: () => 0,
    sleep: async (milliseconds, signal) => {
      signal?.throwIfAborted();
      now += milliseconds;
    },
  };
  const perform = async () => {
    asked.push(Math.round(now / 1_000));
    return { envelope: { data: { status: now >= seconds * 1_000 ? "completed" : "processing" } } };
  };
  const connection = { exchange: { perform }, dialect: dialectOf("4.0") } as unknown as Connection;
  const checks = createChecks(connection, clock, undefined);
  const wait = (options: WaitOptions) => checks.waitFor(`PP${"0".repeat(64)}`, options);
  return { wait, asked };
}

describe("waiting for a check", () => {
  it("ends as soon as the check is finished", async () => {
    const { wait, asked } = checkOf(3);
    expect(await wait({ timeout: 300 })).toMatchObject({ finished: true });
    expect(asked).toEqual([1, 3, 5]);
  });

  it("polls at growing intervals, about 25 times in five minutes, and at the end", async () => {
    const { wait, asked } = checkOf(10_000);
    const status = await wait({ timeout: 300 });
    expect(status).toMatchObject({ finished: false });
    expect(asked.length).toBeLessThanOrEqual(26);
    expect(asked.at(-1)).toBe(300);
    const pauses = asked.slice(1, -1).map((time, index) => time - (asked[index] ?? 0));
    expect(Math.max(...pauses)).toBeLessThanOrEqual(15);
  });

  it.each([1, 20, 47, 300, 3600])(
    "asks as often within %d seconds as it is said to ask at most",
    async (timeout) => {
      const { wait, asked } = checkOf(10_000);
      await wait({ timeout });
      expect(asked).toHaveLength(maxStatusRequests(timeout));
    },
  );

  it("reports each status", async () => {
    const { wait } = checkOf(2);
    const reported: boolean[] = [];
    const onStatus = ({ finished }: CheckStatus) => reported.push(finished);
    await wait({ timeout: 300, onStatus });
    expect(reported).toEqual([false, true]);
  });

  it("ends when it is stopped", async () => {
    const { wait, asked } = checkOf(2);
    await expect(wait({ timeout: 300, signal: AbortSignal.abort() })).rejects.toThrow(
      "stopped before the check was finished",
    );
    expect(asked).toEqual([]);
  });
});
