import type { Limits } from "../../src/emulator/options";
import { type ApiAnswer, call, emulators } from "./api";

const start = emulators();

/** A service whose clock stands until it is moved. */
async function standing(limits: Partial<Limits>) {
  const clock = { time: 1_800_000_000_000 };
  const service = await start({ limits, now: () => clock.time });
  return { service, clock };
}

const rate = ({ headers }: ApiAnswer) => ({
  limit: headers.get("ratelimit-limit"),
  remaining: headers.get("ratelimit-remaining"),
  reset: headers.get("ratelimit-reset"),
  retryAfter: headers.get("retry-after"),
});

describe("the hourly limit", () => {
  test("counts down in the headers, and resets an hour after its first request", async () => {
    const { service, clock } = await standing({ hour: 3 });
    expect(rate(await call(service, "GET", "/rbl/hosts"))).toEqual({
      ...{ limit: "3;w=3600, 100;w=1", remaining: "2", reset: "3600", retryAfter: null },
    });
    clock.time += 1500;
    expect(rate(await call(service, "GET", "/rbl/hosts"))).toMatchObject({ remaining: "1", reset: "3599" });
  });

  test("answers 429 with Retry-After once it is spent, for reads and writes", async () => {
    const { service, clock } = await standing({ hour: 1 });
    await call(service, "GET", "/rbl/hosts");
    clock.time += 600_000;
    for (const method of ["GET", "POST"]) {
      const answer = await call(service, method, "/rbl/hosts");
      expect([answer.status, answer.body.status_code]).toEqual([429, 429]);
      expect(rate(answer)).toMatchObject({ remaining: "0", reset: "3000", retryAfter: "3000" });
    }
  });

  test("has no effect on the account when it refuses", async () => {
    const { service } = await standing({ hour: 0 });
    expect((await call(service, "POST", "/contact/groups", { name: "A" })).status).toBe(429);
    expect(service.account.objects("contact_group")).toHaveLength(1);
  });

  test("is full again after the hour", async () => {
    const { service, clock } = await standing({ hour: 1 });
    await call(service, "GET", "/rbl/hosts");
    clock.time += 3_600_000;
    expect((await call(service, "GET", "/rbl/hosts")).status).toBe(200);
  });

  test("does not count rejected requests", async () => {
    const { service, clock } = await standing({ read: 1, hour: 2 });
    for (const status of [200, 429, 429]) {
      expect((await call(service, "GET", "/rbl/hosts")).status).toBe(status);
    }
    clock.time += 1000;
    expect((await call(service, "GET", "/rbl/hosts")).status).toBe(200);
  });
});

describe("the limits per second", () => {
  const host = "/rbl/hosts/HT1";
  test.each([
    ["read", "GET", "/rbl/hosts", "POST"],
    ["write", "PUT", host, "GET"],
    ["check_start", "POST", "/rbl/check/start", "GET"],
    ["resend", "POST", "/contact/contacts/CO1/resend", "GET"],
  ])("%s counts %s %s on its own", async (limit, method, path, other) => {
    const { service, clock } = await standing({ [limit]: 1 });
    expect((await call(service, method, path)).status).not.toBe(429);
    expect(rate(await call(service, method, path))).toMatchObject({
      limit: "1000;w=3600, 1;w=1",
      remaining: "0",
      retryAfter: "1",
    });
    expect((await call(service, other, "/rbl/hosts")).status).not.toBe(429);
    clock.time += 1000;
    expect((await call(service, method, path)).status).not.toBe(429);
  });

  test("are the most restrictive window while they have the fewest requests left", async () => {
    const { service } = await standing({ hour: 1000, read: 100 });
    expect(rate(await call(service, "GET", "/rbl/hosts"))).toMatchObject({ remaining: "99", reset: "1" });
  });
});

describe("limits", () => {
  test("are refilled when they are changed", async () => {
    const { service } = await standing({ hour: 1 });
    await call(service, "GET", "/rbl/hosts");
    service.configure({ limits: { hour: 1 } });
    expect((await call(service, "GET", "/rbl/hosts")).status).toBe(200);
  });

  test("that are off still have headers", async () => {
    const service = await start({ limits: "off" });
    for (let n = 0; n < 120; n += 1) expect((await call(service, "GET", "/rbl/hosts")).status).toBe(200);
    const { limit, remaining } = rate(await call(service, "GET", "/rbl/hosts"));
    expect(limit).toBe("1000000000;w=3600, 1000000000;w=1");
    expect(Number(remaining)).toBeGreaterThan(999_000_000);
  });
});
