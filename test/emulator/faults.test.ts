import type { Emulator } from "../../src/emulator/emulator";
import type { FaultName } from "../../src/emulator/faults";
import { call, emulators } from "./api";

const start = emulators();

const createGroup = (service: Emulator) => call(service, "POST", "/contact/groups", { name: "A" });
const groups = (service: Emulator) => service.account.objects("contact_group").length;

describe("a dropped connection", () => {
  test.each([
    ["drop-before", 1],
    ["drop-after", 2],
  ] as const)("%s leaves %d groups", async (fault, count) => {
    const service = await start();
    service.faults.arm({ fault });
    await expect(createGroup(service)).rejects.toThrow("fetch failed");
    expect(groups(service)).toBe(count);
    expect(service.requests.at(-1)).toMatchObject({ method: "POST", path: "/contact/groups", status: 0 });
  });

  test("in the middle of the answer comes after the effect", async () => {
    const service = await start();
    service.faults.arm({ fault: "cut-body" });
    await expect(createGroup(service)).rejects.toThrow();
    expect(groups(service)).toBe(2);
  });
});

describe("a wrong answer", () => {
  test.each([
    ["500-before", 500, 1],
    ["500-after", 500, 2],
    ["502-html", 502, 1],
    ["429", 429, 1],
    ["429-without-retry-after", 429, 1],
    ["429-after", 429, 2],
    ["cut-json", 200, 2],
    ["other-shape", 200, 2],
    ["empty", 200, 2],
  ] as const)("%s has status %d and leaves %d groups", async (fault, status, count) => {
    const service = await start();
    service.faults.arm({ fault });
    expect((await createGroup(service)).status).toBe(status);
    expect(groups(service)).toBe(count);
    expect(service.requests.at(-1)?.status).toBe(status);
  });

  const answerTo = async (fault: FaultName) => {
    const service = await start();
    service.faults.arm({ fault });
    return createGroup(service);
  };

  test("of 500 has the envelope and the rate headers", async () => {
    const { body, headers } = await answerTo("500-after");
    expect(body).toEqual({ status_code: 500, status_message: "Server error." });
    expect(headers.get("ratelimit-limit")).not.toBeNull();
  });

  test("of 502 is a page", async () => {
    const { text, headers } = await answerTo("502-html");
    expect(headers.get("content-type")).toBe("text/html");
    expect(text).toContain("Bad Gateway");
  });

  test("of 429 carries Retry-After and the rate headers, or does not", async () => {
    const { body, headers } = await answerTo("429");
    expect(body.status_code).toBe(429);
    expect(headers.get("retry-after")).toBe("1");
    expect(headers.get("ratelimit-limit")).not.toBeNull();
    expect((await answerTo("429-without-retry-after")).headers.get("retry-after")).toBeNull();
  });

  test("is half of a JSON text", async () => {
    const { text } = await answerTo("cut-json");
    expect(text).toMatch(/^\{"status_code":200/);
    expect(() => JSON.parse(text)).toThrow();
  });

  test("is JSON without an envelope", async () => {
    const { body } = await answerTo("other-shape");
    expect(body).not.toHaveProperty("status_code");
    expect(body).toHaveProperty("result");
  });

  test("is nothing", async () => {
    expect((await answerTo("empty")).text).toBe("");
  });
});

describe("a slow answer", () => {
  test("comes after the effect, which does not wait", async () => {
    const service = await start();
    service.faults.arm({ fault: "slow", delay: 60_000 });
    const stop = new AbortController();
    const answer = fetch(`${service.url}/contact/groups.json`, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(`${service.accountSid}:${service.authToken}`).toString("base64")}`,
      },
      body: new URLSearchParams({ name: "A" }),
      signal: stop.signal,
    });
    const failed = expect(answer).rejects.toThrow();
    while (groups(service) === 1) await new Promise(setImmediate);
    expect(service.requests.at(-1)?.status).toBe(0);
    stop.abort();
    await failed;
  });

  test("is still the right one", async () => {
    const service = await start();
    service.faults.arm({ fault: "slow", delay: 5 });
    expect((await createGroup(service)).status).toBe(200);
  });
});

describe("refused connections", () => {
  const failure = (service: Emulator) =>
    createGroup(service).then(
      () => undefined,
      (error: Error) => (error.cause as { code?: string }).code,
    );

  test("last until the faults are cleared", async () => {
    const service = await start();
    await createGroup(service);
    service.faults.arm({ fault: "refuse" });
    expect(await failure(service)).toBe("ECONNREFUSED");
    await service.faults.clear();
    expect((await createGroup(service)).status).toBe(200);
    expect(groups(service)).toBe(3);
  });

  test("last as long as configured", async () => {
    const service = await start();
    service.faults.arm({ fault: "refuse", delay: 300 });
    expect(await failure(service)).toBe("ECONNREFUSED");
    while ((await failure(service)) !== undefined) await new Promise(setImmediate);
    expect(groups(service)).toBe(2);
  });
});

describe("a restart", () => {
  test("resets requests in flight, which still have their effect, and refuses connections until it is over", async () => {
    const service = await start({
      latency: () => {
        service.faults.arm({ fault: "restart" });
        return 1;
      },
    });
    await expect(createGroup(service)).rejects.toThrow("fetch failed");
    service.configure({ latency: 0 });
    await expect(createGroup(service)).rejects.toThrow("fetch failed");
    while (groups(service) === 1) await new Promise(setImmediate);
    expect(service.requestCount).toBe(1);
    await service.faults.clear();
    expect((await createGroup(service)).status).toBe(200);
    expect(groups(service)).toBe(3);
  });
});

describe("an armed fault", () => {
  test("affects the matching request", async () => {
    const service = await start();
    service.faults.arm({ fault: "500-before", matching: ({ form }) => form?.name === "B" });
    expect((await createGroup(service)).status).toBe(200);
    expect((await call(service, "POST", "/contact/groups", { name: "B" })).status).toBe(500);
  });

  test("affects one request, or the given number", async () => {
    const service = await start();
    service.faults.arm({ fault: "500-before" });
    service.faults.arm({ fault: "429", times: 2 });
    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await createGroup(service)).status);
    expect(statuses).toEqual([500, 429, 429, 200]);
  });

  test("strikes the method and the path it is for", async () => {
    const service = await start();
    const id = service.account.objects("contact_group")[0]?.id;
    service.faults.arm({ fault: "500-before", method: "PUT", path: "/contact/groups/{id}" });
    service.faults.arm({ fault: "429", path: /^\/rbl\//g });
    service.faults.arm({ fault: "502-html", path: "/contact/groups" });
    expect((await call(service, "GET", "/contact/contacts")).status).toBe(200);
    expect((await call(service, "GET", `/contact/groups/${id}`)).status).toBe(200);
    expect((await call(service, "PUT", `/contact/groups/${id}`, {})).status).toBe(500);
    expect((await call(service, "GET", "/rbl/hosts")).status).toBe(429);
    expect((await createGroup(service)).status).toBe(502);
  });

  test("affects no request after it is cleared", async () => {
    const service = await start();
    service.faults.arm({ fault: "drop-before" });
    await service.faults.clear();
    expect((await createGroup(service)).status).toBe(200);
  });
});

describe("requests", () => {
  test("are recorded with their content and the status of the response", async () => {
    const service = await start({ now: () => 5 });
    await call(service, "GET", "/rbl/hosts?page=2");
    await createGroup(service);
    await call(service, "GET", "/nothing");
    expect(service.requestCount).toBe(3);
    expect(service.requests).toEqual([
      { version: "4.0", method: "GET", path: "/rbl/hosts", query: { page: "2" }, status: 200, at: 5 },
      {
        version: "4.0",
        method: "POST",
        path: "/contact/groups",
        query: {},
        status: 200,
        at: 5,
        form: { name: "A" },
      },
      { version: "4.0", method: "GET", path: "/nothing", query: {}, status: 404, at: 5 },
    ]);
  });

  test("wait for the configured latency", async () => {
    const waited: string[] = [];
    const service = await start({
      latency: ({ path }) => {
        waited.push(path);
        return 1;
      },
    });
    expect((await call(service, "GET", "/rbl/hosts")).status).toBe(200);
    expect(waited).toEqual(["/rbl/hosts"]);
  });

  test("that still wait end when the service closes", async () => {
    const service = await start({ latency: 60_000 });
    const answer = expect(createGroup(service)).rejects.toThrow();
    while (service.requestCount === 0) await new Promise(setImmediate);
    await service.close();
    await answer;
  });
});
