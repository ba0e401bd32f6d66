import { sourceCatalogue } from "../../../../src/emulator/account/initial-objects";
import { basic } from "../../../emulator/api";
import { defaults } from "../../../emulator/bodies";
import { finished } from "../../../legacy/endpoints";
import { addedId } from "../../../legacy/kinds";
import { inUpperCase, oldProgram } from "../../../legacy/program";
import { bridges, otherServices } from "./bridges";

const start = bridges();
const otherService = otherServices();

describe("the start of a check returns its RBLs, with a service that returns only the id", () => {
  const onlyId = { extraFields: "none", createReturns: "id" } as const;
  const startCheck = async (bridge: Awaited<ReturnType<typeof start>>, host: string) => {
    const { status, body } = await oldProgram(bridge).post("/check/start.json", { host });
    expect([status, body.data.id]).toEqual([200, expect.stringMatching(/^PP[0-9a-f]{64}$/)]);
    return body.data.rbls as { id: string; type: string | null; custom: number; host: string }[];
  };

  test("of an address: those of the default profile, looked up once", async () => {
    const bridge = await start(onlyId);
    const rbls = await startCheck(bridge, "192.0.2.1");
    expect(rbls).toEqual(
      sourceCatalogue.map(({ host, type }) => ({
        id: expect.stringMatching(/^RB[0-9a-f]{32}$/),
        custom: 0,
        host,
        type: type === "rbl_v6" ? null : type,
      })),
    );
    const before = bridge.service.requestCount;
    expect(await startCheck(bridge, "192.0.2.2")).toEqual(rbls);
    expect(bridge.service.requestCount).toBe(before + 1);
  });

  test("of a host by its SID, in upper case too: those of its profile", async () => {
    const bridge = await start(onlyId);
    const { account } = bridge.service;
    const { source } = defaults(bridge.service);
    const profile = account.add("monitoring_profile", {
      entries: [source],
      sync_method: "use_my_selections",
    }).id;
    const { id } = account.add("host", { host: "192.0.2.1", profile });
    for (const sid of [id, inUpperCase(id)])
      expect((await startCheck(bridge, sid)).map((rbl) => rbl.id)).toEqual([source]);
  });

  test("of a free plan: none, which costs no request the next time", async () => {
    const bridge = await start({ ...onlyId, plan: "free" });
    expect(await startCheck(bridge, "192.0.2.1")).toEqual([]);
    const before = bridge.service.requestCount;
    expect(await startCheck(bridge, "192.0.2.1")).toEqual([]);
    expect(bridge.service.requestCount).toBe(before + 1);
  });

  test("and does not fail when they cannot be read", async () => {
    const bridge = await start(onlyId);
    bridge.service.faults.arm({ fault: "500-before", path: "/rbl/sources", times: 10 });
    bridge.service.faults.arm({ fault: "other-shape", path: "/rbl/profiles", times: 10 });
    expect(await startCheck(bridge, "192.0.2.1")).toEqual([]);
  });

  test("and ends, whatever number of pages the service has", async () => {
    let requests = 0;
    const baseUrl = await otherService(({ method }, outgoing) => {
      requests += 1;
      const data = method === "POST" ? { id: `PP${"0".repeat(64)}` } : [{ id: `RB${"0".repeat(32)}` }];
      const envelope = { status_code: 200, status_message: "x", page: 1, total_pages: 1e9, total: 1e9, data };
      outgoing.end(JSON.stringify(envelope));
    });
    expect(await startCheck(await start({}, { baseUrl }), "192.0.2.1")).toEqual([]);
    expect(requests).toBeLessThan(50);
  });
});

describe("words for a status are those of version 3.0", () => {
  test.each(["capitalised", "upper"] as const)("of objects, where 4.0 has them %s", async (statusWords) => {
    const bridge = await start({ statusWords });
    const { account } = bridge.service;
    account.add("host", { host: "192.0.2.1" });
    account.add("host", { host: "192.0.2.2", paused: true });
    account.add("contact", { confirmed: false });
    const program = oldProgram(bridge);
    const words = async (path: string) =>
      (await program.get(path)).body.data.map(({ status }: { status: string }) => status);
    expect([await words("/hosts.json"), await words("/contacts.json")]).toEqual([
      ["active", "paused"],
      ["pending"],
    ]);
  });

  test.each(["capitalised", "unknown-while-running"] as const)(
    "of checks, where 4.0 has them %s",
    async (checkWords) => {
      const bridge = await start({ checkWords, checkDuration: 60_000 });
      const program = oldProgram(bridge);
      const started = await program.post("/check/start.json", { host: "192.0.2.1" });
      const path = `/check/status/${started.body.data.id}.json`;
      expect((await program.get(path)).body.data.status).toBe("processing");
      bridge.service.configure({ checkDuration: 1 });
      const next = await program.post("/check/start.json", { host: "192.0.2.1" });
      expect(await finished(program, next.body.data.id)).toMatchObject({ status: "completed", listed: 0 });
    },
  );

  test("of checks that end with an unknown word, which does not mean that nothing lists the host", async () => {
    const bridge = await start({ checkWords: "unknown", checkDuration: 1 });
    const program = oldProgram(bridge);
    const started = await program.post("/check/start.json", { host: "192.0.2.1" });
    const { body } = await program.get(`/check/status/${started.body.data.id}.json`);
    expect(body.data.status).toBe("processing");
  });
});

test.each([
  ["example.org", "rbl"],
  ["192.0.2.1", "uribl"],
  ["192.0.2.0/30", "rbl"],
  ["192.0.2.1", "ip_range"],
])("a host is added whatever type of 3.0 it comes with: %s as %s", async (host, type) => {
  const { status } = await oldProgram(await start()).post("/host/add.json", { host, name: "A", type });
  expect(status).toBe(200);
});

test.each([
  ["/host/add.json", { host: "192.0.2.1", name: "Mail", type: "rbl" }],
  ["/contact/add.json", { contact: "ops@example.org", type: "email", schedule: "every_check" }],
])("an empty contact_group is the default one: %s", async (path, body) => {
  const bridge = await start();
  const added = await oldProgram(bridge).post(path, { ...body, contact_group: "" });
  expect(bridge.service.account.find(addedId(added))).toMatchObject({
    contact_group: [defaults(bridge.service).group],
  });
});

describe("parameters that an operation does not know", () => {
  const body = { name: "Night", submit: "Save", tags: "a", __proto__: "b" };

  test("are ignored, and not sent on", async () => {
    const bridge = await start({ unknownFields: "validation" });
    expect((await oldProgram(bridge).post("/contactgroup/add.json?_=1763800000", body)).status).toBe(200);
    expect(bridge.service.requests.at(-1)?.form).toEqual({ name: "Night" });
    const { group } = defaults(bridge.service);
    expect(
      (await oldProgram(bridge).post(`/contactgroup/update/${group}.json`, { colour: "red" })).status,
    ).toBe(200);
  });

  test("are refused if that is set", async () => {
    const bridge = await start({}, { refuseUnknown: true });
    const { status, body: answer } = await oldProgram(bridge).post("/contactgroup/add.json", body);
    expect([status, answer.status_message]).toEqual([422, expect.stringContaining("submit, tags")]);
  });
});

test("aliases of old programs are forwarded: monitoringprofile, listings for Nagios and Zabbix", async () => {
  const bridge = await start();
  const program = oldProgram(bridge);
  const id = addedId(
    await program.post("/monitoringprofile/add/.json", { name: "Fast", frequency: "1_hour" }),
  );
  expect((await program.get("/monitoringprofiles.json")).body.total_rbl_profiles).toBe(2);
  expect((await program.post(`/monitoringprofile/delete/${id}.json`)).status).toBe(200);
  const { accountSid, authToken } = bridge.service;
  const headers = { authorization: basic(accountSid, authToken) };
  for (const [view, text] of [
    ["nagios", "OK - no hosts listed"],
    ["zabbix", "0"],
  ])
    expect(await (await fetch(`${bridge.url}/listings.${view}`, { headers })).text()).toBe(text);
});
