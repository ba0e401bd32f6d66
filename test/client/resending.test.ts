import type { Transport } from "../../src/client/transport";
import { clientOf, closeAll, connected, errorOf } from "./support/client";
import { keptLog, manualClock } from "./support/clock";
import type { Reply } from "./support/local-service";
import { cut, failure, list, sid, success } from "./support/replies";

afterEach(closeAll);

const id = sid("HT");
const host = { host: "192.0.2.1", name: "web", profile: sid("RP"), contact_group: [sid("CG")] };
const refused = failure(429, "Slow down.", { "retry-after": "2" });
const overLimit = failure(429, "Slow down.", { "retry-after": "2", "ratelimit-remaining": "0" });
const halfBody: Reply = (response) => {
  response.writeHead(200, { "content-length": "100" });
  response.write('{"status_code":', () => response.destroy());
};

/** The first answers, then successes. */
const first =
  (...replies: Reply[]) =>
  (_request: unknown, index: number): Reply =>
    replies[index] ?? list([{ id }]);

describe("a connection", () => {
  it("is used again, but not for a create or a repeated request, whose effect would be unknown", async () => {
    const isNew: unknown[] = [];
    const texts = ['{"status_code":500}', `{"status_code":200,"data":{"id":"${id}"}}`];
    const transport: Transport = {
      send: async ({ method, newConnection }) => {
        isNew.push([method, newConnection]);
        return { status: 200, headers: {}, text: texts[isNew.length === 2 ? 0 : 1] ?? "", overflow: false };
      },
      close: async () => undefined,
    };
    const hosts = clientOf("https://api.example.com/4.0", { transport }).collection("host");
    await hosts.get(id);
    await hosts.get(id);
    await hosts.create(host);
    expect(isNew).toEqual([
      ["GET", false],
      ["GET", false],
      ["GET", true],
      ["POST", true],
    ]);
  });
});

describe("a refused credential", () => {
  it("stops the requests of the next minute, and is tried again then", async () => {
    const clock = manualClock(0.5);
    const { client, requests } = await connected(first(failure(401), failure(401)), { clock });
    const hosts = client.collection("host");
    expect(await errorOf(hosts.get(id))).toMatchObject({ kind: "authentication", status: 401 });
    for (let count = 0; count < 100; count += 1) {
      const error = await errorOf(hosts.update(id, { name: "web" }));
      expect(error).toMatchObject({ kind: "authentication", effect: "none" });
      expect(error.status).toBeUndefined();
    }
    expect(requests).toHaveLength(1);
    await clock.sleep(60_000);
    expect(await errorOf(hosts.get(id))).toMatchObject({ kind: "authentication", status: 401 });
    await clock.sleep(60_000);
    expect(await hosts.get(id)).toEqual({ id });
  });

  it("is sent once, however many writes begin together", async () => {
    const { client, requests } = await connected(() => failure(401));
    const hosts = client.collection("host");
    const writes = Array.from({ length: 100 }, () => errorOf(hosts.update(id, { name: "web" })));
    const statuses = (await Promise.all(writes)).map(({ status }) => status);
    expect(statuses).toEqual([401, ...Array(99).fill(undefined)]);
    expect(requests).toHaveLength(1);
  });

  it("has its status in one error only, if several reads are under way", async () => {
    const { client } = await connected(() => failure(401));
    const hosts = client.collection("host");
    const errors = await Promise.all([1, 2, 3].map(() => errorOf(hosts.get(id))));
    expect(errors.filter(({ status }) => status === 401)).toHaveLength(1);
    expect(errors.filter(({ kind }) => kind === "authentication")).toHaveLength(3);
  });

  it("is not what a 403 says, which may be about one kind of object", async () => {
    const { client, requests } = await connected(first(failure(403)));
    await errorOf(client.collection("host").get(id));
    expect(await client.collection("host").get(id)).toEqual({ id });
    expect(requests).toHaveLength(2);
  });
});

describe("a read", () => {
  it.each([
    ["the connection is cut", cut],
    ["the body is cut", halfBody],
    ["the service answers 500", failure(500)],
    ["a proxy answers 502", { status: 502, body: "<h1>Bad gateway</h1>" } as Reply],
  ])("is sent again when %s", async (_what, fault) => {
    const { client, requests } = await connected(first(fault, fault));
    expect(await client.collection("host").get(id)).toEqual({ id });
    expect(requests).toHaveLength(3);
    expect(client.requestsSent).toBe(3);
  });

  it("is given up after two more times", async () => {
    const { client, requests } = await connected(() => failure(500, "Oops."));
    const error = await errorOf(client.collection("host").get(id));
    expect(error).toMatchObject({ kind: "server", serviceMessage: "Oops.", effect: "none" });
    expect(requests).toHaveLength(3);
  });

  it("waits before each time, partly by chance", async () => {
    const clock = manualClock(0.5);
    const { client } = await connected(first(cut, cut), { clock });
    await client.collection("host").get(id);
    expect(clock.sleeps).toEqual([375, 750]);
  });

  it.each([400, 401, 403, 404, 409, 422])("is not sent again after %i", async (status) => {
    const { client, requests } = await connected(() => failure(status));
    await errorOf(client.collection("host").get(id));
    expect(requests).toHaveLength(1);
  });

  it("is not sent again after an answer that cannot be read", async () => {
    const { client, requests } = await connected(() => ({ body: "Welcome to the hotel network" }));
    const error = await errorOf(client.collection("host").get(id));
    expect(error.kind).toBe("unreadable");
    expect(error.message).toContain("Welcome to the hotel");
    expect(requests).toHaveLength(1);
  });
});

describe.each(["delete", "pause", "resume"] as const)("a %s", (action) => {
  it("is sent again after a failure", async () => {
    const { client, requests } = await connected(first(cut, failure(500)));
    await client.collection("host")[action](id);
    expect(requests).toHaveLength(3);
  });
});

describe("an update", () => {
  it("is sent again after a 429, and may have happened when it is then refused", async () => {
    const { client, requests } = await connected(first(refused, failure(422)));
    const error = await errorOf(client.collection("host").update(id, { name: "n" }));
    expect(error).toMatchObject({ kind: "validation", effect: "possible" });
    expect(requests).toHaveLength(2);
  });

  it("that may have happened the first time stays possible when it is then refused", async () => {
    const { client } = await connected(first(cut, failure(422)));
    const error = await errorOf(client.collection("host").update(id, { name: "n" }));
    expect(error).toMatchObject({ kind: "validation", effect: "possible" });
  });
});

describe("a create", () => {
  it.each([
    ["the connection is cut", cut, "transport"],
    ["the body is cut", halfBody, "transport"],
    ["the service answers 500", failure(500), "server"],
  ] as const)("is sent once when %s", async (_what, fault, kind) => {
    const { client, requests } = await connected(() => fault);
    const error = await errorOf(client.collection("host").create(host));
    expect(error).toMatchObject({ kind, effect: "possible", operation: "create host" });
    expect(requests).toHaveLength(1);
  });

  it("is sent again after a 429 that a used rate limit explains", async () => {
    const { client, requests } = await connected((_request, index) =>
      index === 0 ? overLimit : success([{ id }]),
    );
    expect(await client.collection("host").create(host)).toEqual([{ id }]);
    expect(requests).toHaveLength(2);
  });

  it.each([
    ["no rate limit", {}],
    [
      "requests left",
      { "ratelimit-limit": "1000;w=3600", "ratelimit-remaining": "950", "ratelimit-reset": "9" },
    ],
  ])("may have happened after a 429 with %s", async (_what, headers) => {
    const { client, requests } = await connected(() =>
      failure(429, "Later.", { "retry-after": "1", ...headers }),
    );
    const error = await errorOf(client.collection("host").create(host));
    expect(error).toMatchObject({ kind: "rate_limited", effect: "possible", status: 429 });
    expect(requests).toHaveLength(1);
  });

  it("may have happened after a 429 in a second that only this process used", async () => {
    const headers = { "ratelimit-limit": "1;w=1", "ratelimit-remaining": "0", "ratelimit-reset": "1" };
    const { client, requests } = await connected((_request, index) =>
      index === 0
        ? { ...success([{ id }]), headers }
        : failure(429, "Later.", { "retry-after": "1", ...headers }),
    );
    await client.collection("host").create(host);
    const error = await errorOf(client.collection("host").create({ ...host, host: "192.0.2.2" }));
    expect(error).toMatchObject({ kind: "rate_limited", effect: "possible" });
    expect(requests).toHaveLength(2);
  });

  it("is sent again after a 429 in a second that others used up", async () => {
    const headers = { "ratelimit-limit": "5;w=1", "ratelimit-remaining": "0", "ratelimit-reset": "1" };
    const { client, requests } = await connected((_request, index) =>
      index === 0 ? failure(429, "Later.", { "retry-after": "1", ...headers }) : success([{ id }]),
    );
    await client.collection("host").create(host);
    expect(requests).toHaveLength(2);
  });

  it("is sent again after a 429 for the last request of a second that others use, too", async () => {
    const left = (remaining: number) => ({
      ...{ "ratelimit-limit": "5;w=1", "ratelimit-remaining": String(remaining), "ratelimit-reset": "1" },
    });
    const { client, requests } = await connected((_request, index) =>
      index === 1
        ? failure(429, "Later.", { "retry-after": "1", ...left(0) })
        : { ...success([{ id }]), headers: left(1) },
    );
    await client.collection("host").create(host);
    await client.collection("host").create({ ...host, host: "192.0.2.2" });
    expect(requests).toHaveLength(3);
  });

  it("is retried if the connection never opened, and then had no effect", async () => {
    const clock = manualClock();
    const client = clientOf("http://127.0.0.1:1/4.0", { clock });
    const error = await errorOf(client.collection("host").create(host));
    expect(error).toMatchObject({ kind: "transport", effect: "none" });
    expect(error.message.match(/ECONNREFUSED/g)).toHaveLength(1);
    expect(client.requestsSent).toBe(3);
  });

  it("that gets no answer in time may have happened", async () => {
    const { client, requests } = await connected(() => () => {}, { requestTimeout: 0.5 });
    const error = await errorOf(client.collection("host").create(host));
    expect(error).toMatchObject({ kind: "timeout", effect: "possible" });
    expect(error.message).toContain("no response within 0.5 s");
    expect(requests).toHaveLength(1);
  });
});

describe("a defect of the transport", () => {
  it("is thrown as it is, and leaves its place to the next request", async () => {
    const defect = new TypeError("defect");
    const transport: Transport = { send: () => Promise.reject(defect), close: async () => undefined };
    const hosts = clientOf("https://api.example.com/4.0", { transport }).collection("host");
    for (let count = 0; count < 12; count += 1) await expect(hosts.get(id)).rejects.toBe(defect);
  });
});

describe("a rate limit", () => {
  it("is not what another failure is about, after which the next request does not wait", async () => {
    const clock = manualClock();
    const { client } = await connected(first(failure(422)), { clock });
    expect((await errorOf(client.collection("host").get(id))).kind).toBe("validation");
    await client.collection("host").get(id);
    expect(clock.sleeps).toEqual([]);
  });

  it("waits as long as the service requests", async () => {
    const clock = manualClock();
    const { client } = await connected(first(refused), { clock });
    await client.collection("host").get(id);
    expect(clock.sleeps).toEqual([2_000]);
  });

  it("is waited for before the next request when nothing remains", async () => {
    const clock = manualClock();
    const spent = { "ratelimit-remaining": "0", "ratelimit-reset": "9" };
    const { client } = await connected(() => ({ ...list([{ id }]), headers: spent }), { clock });
    await client.collection("host").get(id);
    expect(clock.sleeps).toEqual([]);
    await client.collection("host").get(id);
    expect(clock.sleeps).toEqual([9_000]);
  });

  it("applies if only the body has status 429", async () => {
    const hidden: Reply = {
      headers: { "retry-after": "3" },
      body: { status_code: 429, status_message: "Slow down." },
    };
    const clock = manualClock();
    const { client } = await connected(first(hidden), { clock });
    await client.collection("host").get(id);
    expect(clock.sleeps).toEqual([3_000]);
  });

  it("that is too long fails immediately, with its end", async () => {
    const { client, requests } = await connected(() =>
      failure(429, "Enough.", { "retry-after": "3600", "ratelimit-remaining": "0" }),
    );
    const error = await errorOf(client.collection("host").create(host));
    expect(error).toMatchObject({
      kind: "rate_limited",
      status: 429,
      serviceMessage: "Enough.",
      retryAfter: 3_600,
      effect: "none",
    });
    expect(error.message).toContain("try again at 2026-01-01T01:00:00.000Z");
    expect(requests).toHaveLength(1);
  });

  it.each([
    ["30", 2],
    ["30.01", 1],
  ])("of %s s causes %i requests if 30 s are allowed", async (seconds, count) => {
    const refusal = failure(429, "Slow down.", { "retry-after": seconds });
    const { client, requests } = await connected(first(refusal), { maxWait: 30 });
    await client
      .collection("host")
      .get(id)
      .catch(() => undefined);
    expect(requests).toHaveLength(count);
  });

  it("is not waited for longer than allowed in all", async () => {
    const clock = manualClock();
    const { client } = await connected(() => refused, { clock, maxWait: 30 });
    expect((await errorOf(client.collection("host").get(id))).kind).toBe("rate_limited");
    expect(clock.sleeps.reduce((sum, sleep) => sum + sleep, 0)).toBeLessThanOrEqual(30_000);
  });
});

describe("a request", () => {
  it.each([
    ["HTTP", failure(500)],
    ["the service", { body: { status_code: 500, status_message: "No." } }],
  ])("is logged with its path, the status of %s, duration and attempt", async (_, reply) => {
    const logger = keptLog();
    const { client } = await connected(first(reply), { logger });
    await client.collection("host").get(id);
    const lines = logger.lines.filter(({ level }) => level === "debug");
    expect(lines.map(({ fields }) => fields)).toEqual([
      { method: "GET", path: `/4.0/rbl/hosts/${id}.json`, status: 500, duration: 0, attempt: 1 },
      { method: "GET", path: `/4.0/rbl/hosts/${id}.json`, status: 200, duration: 0, attempt: 2 },
    ]);
  });

  it("without a response is logged with the problem", async () => {
    const logger = keptLog();
    const { client } = await connected(first(cut), { logger });
    await client.collection("host").get(id);
    const problems = logger.lines
      .filter(({ level }) => level === "debug")
      .map(({ fields }) => fields.problem);
    expect(problems).toEqual([expect.stringContaining("the connection broke"), undefined]);
  });
});
