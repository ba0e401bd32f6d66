import { createChecks, maxStatusRequests, type WaitOptions } from "../../src/client/checks";
import type { Connection } from "../../src/client/connection";
import { dialectOf } from "../../src/client/dialect";
import type { Clock } from "../../src/client/options";
import type { CheckStatus } from "../../src/service/responses";

/** A clock that is set forward by sleeping, and a check that is done at a second of it. */
function checkOf(seconds: number) {
  let now = 0;
  const asked: number[] = [];
  const times: number[] = [];
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
    times.push(now);
    return { envelope: { data: { status: now >= seconds * 1_000 ? "completed" : "processing" } } };
  };
  const connection = { exchange: { perform }, dialect: dialectOf("4.0") } as unknown as Connection;
  const checks = createChecks(connection, clock, undefined);
  const wait = (options: WaitOptions) => checks.waitFor(`PP${"0".repeat(64)}`, options);
  return { wait, asked, times };
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

  it("asks after pauses that grow from 1 to 15 seconds, or at the end", async () => {
    const times = async (timeout: number) => {
      const { wait, times } = checkOf(10_000);
      await wait({ timeout });
      return times;
    };
    const grown = [1_000, 2_600, 5_160, 9_256, 15_809.6, 26_295.36, 41_295.36, 56_295.36];
    expect(await times(60)).toEqual([...grown, 60_000]);
    expect(await times(0)).toEqual([0]);
  });
});

describe("a check", () => {
  const id = `PP${"a".repeat(64)}`;
  const host = "192.0.2.1";

  /** Starts a check that the service answers with this data. Returns the id and what was sent. */
  const started = async (data: unknown, body: object = { host }) => {
    const sent: unknown[] = [];
    const perform = async (call: { readonly body: unknown }) => {
      sent.push(call.body);
      return { envelope: { data }, excerpt: () => "the answer" };
    };
    const connection = { exchange: { perform }, dialect: dialectOf("4.0") } as unknown as Connection;
    const { start } = createChecks(connection, { now: () => 0 } as Clock, undefined);
    const outcome = await start(body as { host: string }).catch((error: unknown) => error);
    return { outcome, sent };
  };

  it.each([
    ["an object", { id }],
    ["a list of one", [{ check_sid: id.toLowerCase() }]],
  ])("has the id in %s", async (_, data) => {
    expect(await started(data)).toEqual({ outcome: { id }, sent: [{ host }] });
  });

  it.each([[undefined], [[]], [[{ id }, { id }]], [{ id: "PP1" }]])("has no id in %j", async (data) => {
    const { outcome } = await started(data);
    expect(outcome).toMatchObject({
      ...{ kind: "unreadable", effect: "possible" },
      message: expect.stringContaining("the answer has no check id; it starts with: the answer"),
    });
  });

  it("of something else than a host is refused and never sent", async () => {
    const { outcome, sent } = await started({ id }, { host: "" });
    expect([outcome, sent]).toEqual([expect.objectContaining({ kind: "refused" }), []]);
  });
});
