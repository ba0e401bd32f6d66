import { readBaseUrl } from "../../src/client/base-url";
import { createClient } from "../../src/client/client";
import type { ClientOptions } from "../../src/client/options";
import type { Transport } from "../../src/client/transport";
import { createUndiciTransport } from "../../src/client/undici-transport";
import { startEmulator } from "../../src/emulator/emulator";
import type { ChangeableSettings, Limits } from "../../src/emulator/options";
import { closeAll, closeLater, errorOf } from "./support/client";
import { keptLog } from "./support/clock";
import { virtualTime } from "./support/virtual-time";

afterEach(closeAll);

/** The emulated service with those limits, and clients of it, in a time that stands still while requests are under way. */
async function limited(limits: Partial<Limits>, settings: Partial<ChangeableSettings> = {}) {
  const time = virtualTime(() => 0.5);
  const start = time.now();
  const service = await startEmulator({ limits, now: time.now, ...settings });
  closeLater(service);
  const { url: baseUrl, accountSid, authToken } = service;
  let underWay = 0;
  const clientOf = (options: Partial<ClientOptions> = {}) => {
    const { send, close } = createUndiciTransport(readBaseUrl(baseUrl, false));
    const transport: Transport = {
      close,
      async send(request) {
        underWay += 1;
        return send(request).finally(() => {
          underWay -= 1;
        });
      },
    };
    const settings = { baseUrl, accountSid, authToken, clock: time, maxWait: 36_000, transport };
    const client = createClient({ ...settings, ...options });
    closeLater(client);
    return client;
  };
  return {
    service,
    clientOf,
    refused: () => service.requests.filter(({ status }) => status === 429).length,
    run: <T>(work: Promise<T>) => time.run(work, () => underWay > 0),
    /** Seconds since the service started. */
    passed: () => (time.now() - start) / 1_000,
  };
}

/** Ten concurrent callers, each with sequential calls. */
function tenTimes(count: number, act: (name: string) => Promise<unknown>): Promise<unknown> {
  return Promise.all(
    Array.from({ length: 10 }, async (_, caller) => {
      for (let n = 0; n < count; n++) await act(`group ${caller}.${n}`);
    }),
  );
}

describe("a client of a service with real limits", () => {
  it("is never refused for its rate", async () => {
    const { clientOf, service, refused, run, passed } = await limited({
      read: 20,
      write: 10,
    });
    const groups = clientOf().collection("contact_group");
    const work = tenTimes(4, async (name) => {
      const [created] = await groups.create({ name });
      await groups.get(created?.id ?? "");
    });
    await run(work);
    expect(refused()).toBe(0);
    expect(service.requestCount).toBe(80);
    // Of 40 writes at 10 per second, the first ten are sent immediately.
    expect(passed()).toBe(3);
  });

  it("waits for the next hour when this one is spent, without being refused", async () => {
    const { clientOf, refused, run, passed } = await limited({ hour: 30 });
    const groups = clientOf().collection("contact_group");
    await run(tenTimes(7, () => groups.page(1)));
    expect(refused()).toBe(0);
    // Two hours after the one in which the limit was first met, and 1 s of chance for each.
    expect(passed()).toBe(2 * 3_601);
  });

  it("waits for the clock's next hour where that is the service's hour", async () => {
    const { service, clientOf, refused, run, passed } = await limited({ hour: 30 }, { hourWindow: "clock" });
    const untilNextHour = 900;
    service.clock.advance(2_700_000);
    const groups = clientOf().collection("contact_group");
    await run(tenTimes(7, () => groups.page(1)));
    expect(refused()).toBe(0);
    // The rest of the first hour and the whole second one, and up to 1 s of chance for each.
    expect(passed()).toBeGreaterThanOrEqual(untilNextHour + 3_600);
    expect(passed()).toBeLessThanOrEqual(untilNextHour + 3_602);
  });

  it("shares it with another client, and both finish", async () => {
    const { service, clientOf, refused, run } = await limited({ read: 20, hour: 120 });
    const clients = [clientOf(), clientOf()];
    const work = clients.map((each) => tenTimes(9, () => each.collection("contact_group").page(1)));
    await run(Promise.all(work));
    expect(service.requestCount - refused()).toBe(180);
    expect(refused()).toBeLessThan(40);
  });

  it("logs once until when it waits", async () => {
    const { clientOf, run } = await limited({ hour: 3 });
    const logger = keptLog();
    const groups = clientOf({ logger }).collection("contact_group");
    for (let n = 0; n < 4; n++) await run(groups.page(1));
    expect(logger.lines.filter(({ level }) => level === "warn")).toEqual([
      {
        level: "warn",
        message: "waiting for a rate limit",
        fields: { reason: "no request remains in the rate limit", until: "2026-01-01T01:00:01.000Z" },
      },
    ]);
  });

  it("fails without a request if the wait is too long, with the time, the setting, and the number of waiting requests", async () => {
    const { clientOf, service, run } = await limited({ hour: 3 });
    const groups = clientOf({ maxWait: 300 }).collection("contact_group");
    for (let n = 0; n < 3; n++) await run(groups.page(1));
    const error = await run(errorOf(groups.create({ name: "Operations" })));
    expect(error).toMatchObject({ kind: "rate_limited", effect: "none", retryAfter: 3_601 });
    expect(error.message).toBe(
      "create contact group: no request remains in the rate limit; try again at 2026-01-01T01:00:01.000Z, in 3601 s; " +
        "max_wait allows 300 s per request; requests without a response: 1",
    );
    expect(service.requestCount).toBe(3);
  });
});
