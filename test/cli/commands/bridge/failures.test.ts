import { systemClock } from "../../../../src/client/clock";
import { oldProgram } from "../../../legacy/program";
import { bridges, otherServices } from "./bridges";

const start = bridges();
const otherService = otherServices();

const night = { name: "Night" };
const add = "/contactgroup/add.json";

const envelope = (status: number, message: unknown = expect.any(String)) => ({
  status_code: status,
  status_message: message,
  version: expect.stringMatching(/^3\.\d+$/),
});

describe("an error of the service", () => {
  test.each([
    [
      "is passed on with its status and its words",
      "/contactgroup/delete/{default}.json",
      409,
      /cannot be deleted/,
    ],
    ["about what is not there likewise", `/host/pause/HT${"0".repeat(32)}.json`, 404, /does not exist/],
  ])("%s", async (_, path, status, words) => {
    const bridge = await start();
    const [group] = bridge.service.account.objects("contact_group");
    const answer = await oldProgram(bridge).post(path.replace("{default}", group?.id ?? ""));
    expect([answer.status, answer.body]).toEqual([status, envelope(status, expect.stringMatching(words))]);
  });

  test("500 to a create is passed on, and the create is not sent again", async () => {
    const bridge = await start();
    bridge.service.faults.arm({ fault: "500-after" });
    const { status, body } = await oldProgram(bridge).post(add, night);
    expect([status, body]).toEqual([500, envelope(500, expect.stringMatching(/Server error.*look before/))]);
    expect(bridge.service.account.objects("contact_group")).toHaveLength(2);
    expect(bridge.service.requestCount).toBe(1);
  });

  test("to a read is overcome by asking again", async () => {
    const bridge = await start();
    bridge.service.faults.arm({ fault: "500-before" });
    expect((await oldProgram(bridge).get("/hosts.json")).status).toBe(200);
    expect(bridge.service.requestCount).toBe(2);
  });
});

describe("a service without an answer", () => {
  test("is 502 when it is down", async () => {
    const bridge = await start();
    bridge.service.faults.arm({ fault: "refuse" });
    for (const answer of [
      await oldProgram(bridge).get("/hosts.json"),
      await oldProgram(bridge).post(add, night),
    ]) {
      expect([answer.status, answer.body]).toEqual([
        502,
        envelope(502, expect.stringContaining("cannot connect")),
      ]);
      expect(answer.body.status_message).not.toContain("look before");
    }
  });

  test("is 502 when the connection breaks, and a create is not sent again", async () => {
    const bridge = await start();
    bridge.service.faults.arm({ fault: "drop-after" });
    const { status, body } = await oldProgram(bridge).post(add, night);
    expect([status, body]).toEqual([
      502,
      envelope(502, expect.stringContaining("look before it is sent again")),
    ]);
    expect(bridge.service.account.objects("contact_group")).toHaveLength(2);
  });

  test("is 504 when it takes too long", async () => {
    const bridge = await start({ latency: 60_000 }, { requestTimeout: 50 });
    const { status, body } = await oldProgram(bridge).post(add, night);
    expect([status, body]).toEqual([504, envelope(504)]);
  });

  test.each(["cut-json", "other-shape", "empty", "cut-body"] as const)(
    "is 502 when it is unreadable: %s",
    async (fault) => {
      const bridge = await start();
      bridge.service.faults.arm({ fault });
      expect((await oldProgram(bridge).post(add, night)).status).toBe(502);
    },
  );

  test("is 502 when a list has something that is no object of it", async () => {
    const baseUrl = await otherService((_, outgoing) => {
      outgoing.end('{"status_code":200,"status_message":"Hosts","data":[{"host":"192.0.2.1"}]}');
    });
    const bridge = await start({}, { baseUrl });
    expect((await oldProgram(bridge).get("/hosts.json")).status).toBe(502);
  });
});

describe("a rate limit", () => {
  test("is waited for as long as a request may", async () => {
    const slept: number[] = [];
    let passed = 0;
    const clock = {
      ...systemClock,
      now: () => systemClock.now() + passed,
      sleep: (milliseconds: number) => {
        slept.push(milliseconds);
        passed += 2_000;
        return Promise.resolve();
      },
    };
    const bridge = await start({}, { clock, maxWait: 10_000 });
    bridge.service.faults.arm({ fault: "429", retryAfter: 1 });
    expect((await oldProgram(bridge).post(add, night)).status).toBe(200);
    expect([slept.length, bridge.service.requestCount]).toEqual([1, 2]);
  });

  test("that asks for a longer wait is passed on with Retry-After, and holds off who comes next", async () => {
    const bridge = await start({}, { maxWait: 10_000 });
    bridge.service.faults.arm({ fault: "429", retryAfter: 120 });
    for (const answer of [
      await oldProgram(bridge).post(add, night),
      await oldProgram(bridge).get("/hosts.json"),
    ]) {
      expect([answer.status, answer.body]).toEqual([429, envelope(429)]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(100);
    }
    expect(bridge.service.requestCount).toBe(1);
  });

  test("of one account holds nobody else off", async () => {
    const bridge = await start({}, { maxWait: 0 });
    bridge.service.faults.arm({ fault: "429", retryAfter: 120 });
    expect((await oldProgram(bridge).get("/hosts.json")).status).toBe(429);
    const other = oldProgram(bridge, { accountSid: "other", authToken: "token" });
    expect((await other.get("/hosts.json")).status).toBe(401);
  });
});
