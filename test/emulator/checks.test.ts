import type { Emulator } from "../../src/emulator/emulator";
import { call, emulators } from "./api";
import { receivers } from "./receiver";

const start = emulators();
const receiver = receivers();

async function startCheck(service: Emulator, form: Record<string, string>): Promise<string> {
  return (await call(service, "POST", "/rbl/check/start", form)).body.data.id;
}

async function completed(service: Emulator, id: string, query = "") {
  for (;;) {
    const { body } = await call(service, "GET", `/rbl/check/status/${id}${query}`);
    if (body.data.status === "completed") return body.data;
  }
}

describe("a manual check", () => {
  test("returns its id immediately and is processing", async () => {
    const service = await start({ checkDuration: 60_000, extraFields: "none" });
    const answer = await call(service, "POST", "/rbl/check/start", { host: "192.0.2.1" });
    expect(answer.body).toEqual({
      status_code: 200,
      status_message: "Check started successfully.",
      data: { id: expect.stringMatching(/^PP[0-9a-f]{64}$/) },
    });
    const status = await call(service, "GET", `/rbl/check/status/${answer.body.data.id}`);
    expect(status.body).toMatchObject({
      status_code: 200,
      status_message: "Check status retrieved successfully.",
      data: { status: "processing" },
    });
  });

  test.each(["192.0.2.1", "mail.example.org"])("of %s that is not listed completes so", async (host) => {
    const service = await start();
    expect(await completed(service, await startCheck(service, { host }))).toMatchObject({
      listed: false,
      listed_count: 0,
      checked_count: 30,
    });
  });

  test("returns the sources that list the host if details are requested", async () => {
    const service = await start({ listedOn: { "192.0.2.1": ["spam.bl.example.net", "elsewhere"] } });
    const source = service.account.objects("source").find(({ host }) => host === "spam.bl.example.net");
    const id = await startCheck(service, { host: "192.0.2.1" });
    expect(await completed(service, id)).not.toHaveProperty("listed_details");
    expect(await completed(service, id, "?details=true")).toMatchObject({
      listed: true,
      listed_count: 1,
      listed_details: [{ rbl: source?.id, host: source?.host, details: "127.0.0.2", listed: true }],
    });
  });

  test("that was started with details always returns them", async () => {
    const service = await start();
    const id = await startCheck(service, { host: "192.0.2.1", details: "true" });
    expect((await completed(service, id)).listed_details).toEqual([]);
  });

  test("of a host of the account queries the active sources of its profile", async () => {
    const service = await start({
      listedOn: () => ["a.example.org", "b.example.org", "spam.bl.example.net"],
    });
    const add = (host: string, paused: boolean) => service.account.add("source", { host, paused }).id;
    const entries = [add("a.example.org", false), add("b.example.org", true)];
    const profile = service.account.add("monitoring_profile", { sync_method: "use_my_selections", entries });
    const host = service.account.add("host", { host: "192.0.2.1", profile: profile.id });
    const result = await completed(service, await startCheck(service, { host: host.id }), "?details=1");
    expect(result.checked_count).toBe(1);
    expect(result.listed_details.map((each: { rbl: string }) => each.rbl)).toEqual(entries.slice(0, 1));
  });

  test("of a host of the account changes whether it is listed", async () => {
    const service = await start({ listedOn: () => ["spam.bl.example.net"] });
    const host = service.account.add("host", { host: "192.0.2.1" });
    await completed(service, await startCheck(service, { host: host.id }));
    expect((await call(service, "GET", "/rbl/listings")).body.data[0]).toMatchObject({
      ...{ id: host.id, listed: true, listed_count: 1 },
      last_checked: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d GMT$/),
    });
    service.configure({ listedOn: {} });
    await completed(service, await startCheck(service, { host: "192.0.2.1" }));
    expect((await call(service, "GET", "/rbl/listings")).body.total).toBe(0);
  });

  test.each([
    ["no host", {}],
    ["no such thing", { host: "x" }],
    ["a subnet", { host: "192.0.2.0/30" }],
    ["an unknown host", { host: `HT${"0".repeat(32)}` }],
    ["another SID", { host: `CG${"0".repeat(32)}` }],
    ["a callback that is not a URI", { host: "192.0.2.1", callback: "x" }],
    ["details that are not a flag", { host: "192.0.2.1", details: "some" }],
    ["another field", { host: "192.0.2.1", name: "x" }],
  ])("is not started with %s", async (_, form) => {
    const service = await start();
    expect((await call(service, "POST", "/rbl/check/start", form)).status).toBe(422);
  });

  test.each([
    [`PP${"0".repeat(64)}`, 404],
    [`PP${"0".repeat(32)}`, 400],
    [`PP${"A".repeat(64)}`, 400],
  ])("with the id %s answers %d", async (id, status) => {
    const service = await start();
    expect((await call(service, "GET", `/rbl/check/status/${id}`)).status).toBe(status);
  });

  test("rejects details in its status that are not a flag", async () => {
    const service = await start();
    const id = await startCheck(service, { host: "192.0.2.1" });
    expect((await call(service, "GET", `/rbl/check/status/${id}?details=some`)).status).toBe(400);
  });

  test("posts its completion to the callback", async () => {
    const { url, received } = await receiver();
    const service = await start({ listedOn: () => ["spam.bl.example.net"] });
    const id = await startCheck(service, { host: "192.0.2.1", callback: url });
    await completed(service, id);
    await service.events.idle();
    expect(received.map(({ body }) => body)).toEqual([
      {
        event_sid: expect.stringMatching(/^TA[0-9a-f]{32}$/),
        event_type: "rbl.host.check.completed",
        event_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
        check_sid: id,
        host: { sid: null, name: "192.0.2.1", host: "192.0.2.1" },
        listed: true,
        total: 1,
        details: [{ sid: expect.any(String), host: "spam.bl.example.net", details: "127.0.0.2" }],
      },
    ]);
  });
});

describe("the events of a check", () => {
  async function events(options: { listed: boolean; before: boolean }) {
    const { url, received } = await receiver();
    const service = await start({
      webhooks: [{ url, secret: "s" }],
      listedOn: () => (options.listed ? ["spam.bl.example.net"] : []),
    });
    const host = service.account.add("host", { host: "192.0.2.1", name: "Mail", listed: options.before });
    const id = await startCheck(service, { host: host.id });
    await completed(service, id);
    await service.events.idle();
    return { id, host, bodies: received.map(({ body }) => body) };
  }
  const types = (bodies: { event_type: string }[]) => bodies.map(({ event_type }) => event_type);

  test("are started and completed, in this order, with the check and the host", async () => {
    const { id, host, bodies } = await events({ listed: false, before: false });
    expect(types(bodies)).toEqual(["rbl.host.check.started", "rbl.host.check.completed"]);
    const common = { check_sid: id, host: { sid: host.id, name: "Mail", host: "192.0.2.1" } };
    expect(bodies[0]).toEqual({ ...commonFields(bodies[0]), ...common });
    expect(bodies[1]).toMatchObject({ ...common, listed: false, total: 0, details: [] });
  });

  test("report that a host is listed", async () => {
    const { bodies } = await events({ listed: true, before: false });
    expect(types(bodies).slice(1)).toEqual(["rbl.host.check.completed", "rbl.host.listed"]);
    expect(bodies[2]).toMatchObject({ listed: true, total: 1 });
  });

  test("report that a host is no longer listed", async () => {
    const { bodies } = await events({ listed: false, before: true });
    expect(types(bodies).slice(1)).toEqual(["rbl.host.check.completed", "rbl.host.delisted"]);
    expect(bodies[2]).toMatchObject({ listed: false, total: 0, details: [] });
  });

  test("of a one-off do not include its start", async () => {
    const { url, received } = await receiver();
    const service = await start({ webhooks: [{ url, secret: "s" }] });
    await completed(service, await startCheck(service, { host: "192.0.2.9" }));
    await service.events.idle();
    expect(types(received.map(({ body }) => body))).toEqual(["rbl.host.check.completed"]);
  });

  function commonFields({ event_sid, event_type, event_date }: Record<string, string>) {
    return { event_sid, event_type, event_date };
  }
});
