import { basic, send } from "../emulator/api";
import { createBodies, defaults } from "../emulator/bodies";
import { addedId, kindRows } from "./kinds";
import { inUpperCase, type LegacyService, oldProgram, type StartLegacy } from "./program";

/** Status, type and text of an answer to a program with the account's credentials. */
async function textAt({ url, service }: LegacyService, path: string): Promise<unknown[]> {
  const authorization = basic(service.accountSid, service.authToken);
  const answer = await fetch(url + path, { headers: { authorization } });
  return [answer.status, answer.headers.get("content-type")?.split(";")[0], await answer.text()];
}

/** What old programs do beyond the specification, and what they rely on in every answer. */
export function habitTests(start: StartLegacy): void {
  describe.each(["/host/add/.json", "/host/add.json", "/host/add", "/host/add/", "//host/add.json"])(
    "a path such as %s",
    (path) => {
      test("adds a host", async () => {
        const legacy = await start();
        const body = { host: "192.0.2.1", name: "Mail", type: "rbl" };
        expect((await oldProgram(legacy).post(path, body)).status).toBe(200);
        expect(legacy.service.account.objects("host")).toHaveLength(1);
      });
    },
  );

  test.each(["/monitoringprofile", "/rblprofile"])("%ss are profiles", async (path) => {
    const legacy = await start();
    const program = oldProgram(legacy);
    const profile = { name: "Fast", frequency: "1_hour" };
    const id = addedId(await program.post(`${path}/add/.json`, profile));
    expect((await program.get(`${path}s.json`)).body.data.at(-1)).toMatchObject({ id, name: "Fast" });
    expect((await program.get(`${path}/${id}.json`)).body.data[0].id).toBe(id);
    expect((await program.post(`${path}/update/${id}/.json`, { name: "Slow" })).status).toBe(200);
    expect(legacy.service.account.find(id)).toMatchObject({ name: "Slow" });
    expect((await program.post(`${path}/delete/${id}.json`)).status).toBe(200);
  });

  test.each([
    [0, "OK - no hosts listed", "0"],
    [1, "CRITICAL - 1 host listed!", "1"],
    [21, "CRITICAL - 21 hosts listed!", "21"],
  ])("listings for Nagios and Zabbix are text, for %d listed hosts", async (count, nagios, zabbix) => {
    const legacy = await start();
    const { account, checks } = legacy.service;
    for (let number = 0; number < count; number++) {
      account.add("host", { host: `192.0.2.${number}` });
      checks.list(`192.0.2.${number}`, ["spam.bl.example.net"]);
    }
    for (const [view, text] of [
      ["nagios", nagios],
      ["zabbix", zabbix],
    ])
      expect(await textAt(legacy, `/listings.${view}`)).toEqual([200, "text/plain", text]);
  });

  test.each(["", ".json", "/", "/.json"])("an id is taken with %j behind it", async (ending) => {
    const legacy = await start();
    const { group } = defaults(legacy.service);
    expect((await oldProgram(legacy).get(`/contactgroup/${group}${ending}`)).body.data[0].id).toBe(group);
  });

  describe.each(kindRows)("the id of a $one in upper case", ({ kind, path, body, change, pausable }) => {
    test("names it wherever an id may stand, and answers have it in lower case", async () => {
      const legacy = await start();
      const program = oldProgram(legacy);
      const id = addedId(await program.post(`${path}/add.json`, body));
      const old = inUpperCase(id);
      expect(old).not.toBe(id);
      expect((await program.get(`${path}/${old}.json`)).body.data[0].id).toBe(id);
      const actions = [["update", change], ...(pausable ? [["pause"], ["resume"]] : []), ["delete"]] as const;
      for (const [action, parameters] of actions) {
        const { status } = await program.post(`${path}/${action}/${old}.json`, parameters as typeof change);
        expect([action, status]).toEqual([action, 200]);
      }
      expect(legacy.service.account.objects(kind).map((object) => object.id)).not.toContain(id);
    });
  });

  test.each(kindRows)(
    "an id that is none, or another kind's, is 400 for a $one",
    async ({ path, prefix }) => {
      const program = oldProgram(await start());
      for (const id of [
        "12",
        `${prefix}${"0".repeat(31)}`,
        `${prefix}${"g".repeat(32)}`,
        `XX${"0".repeat(32)}`,
      ]) {
        const { status, body } = await program.get(`${path}/${id}.json`);
        expect([id, status, body]).toEqual([
          id,
          400,
          { status_code: 400, status_message: expect.any(String), version: expect.any(String) },
        ]);
      }
      expect((await program.post(`${path}/delete/${prefix}${"0".repeat(32)}.json`)).status).toBe(404);
    },
  );

  test("/listings.json is polled for a count", async () => {
    const legacy = await start();
    const { account } = legacy.service;
    const poll = async () => (await oldProgram(legacy).get("/listings.json")).body.total_listed;
    expect(await poll()).toBe(0);
    for (let number = 0; number < 22; number += 1) {
      account.add("host", { host: `h${number}.example.org`, listed: number % 2 === 0 });
    }
    expect(await poll()).toBe(11);
    expect((await oldProgram(legacy).get("/hosts.json")).body).toMatchObject({
      total_hosts: 22,
      total_listed: 11,
    });
  });

  test("a list is read page by page, as far as total_pages says", async () => {
    const legacy = await start();
    const hosts = Array.from({ length: 45 }, (_, number) =>
      legacy.service.account.add("host", { host: `h${number}.example.org` }),
    );
    const program = oldProgram(legacy);
    const read: string[] = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { body } = await program.get("/hosts.json", { page });
      pages = body.total_pages;
      read.push(...body.data.map(({ id }: { id: string }) => id));
    }
    expect(read).toEqual(hosts.map(({ id }) => id));
  });

  test("hosts with several groups show them with commas between", async () => {
    const legacy = await start();
    const { account } = legacy.service;
    const groups = ["A", "B"].map((name) => account.add("contact_group", { name }).id);
    account.add("host", { host: "192.0.2.1", contact_group: groups });
    const [host] = (await oldProgram(legacy).get("/hosts.json")).body.data;
    expect(host.contact_group).toBe(groups.join(","));
  });

  test("credentials are HTTP Basic, and what is wrong with them is 401 with the envelope", async () => {
    const legacy = await start();
    const { accountSid, authToken } = legacy.service;
    const wrong = [
      undefined,
      "Bearer token",
      basic(accountSid, "wrong"),
      basic(accountSid, ""),
      basic("", authToken),
      basic(accountSid, `${authToken} `),
    ];
    for (const authorization of wrong) {
      const { status, body } = await send(`${legacy.url}/hosts.json`, {
        headers: authorization === undefined ? {} : { authorization },
      });
      expect([authorization, status, body]).toEqual([
        authorization,
        401,
        { status_code: 401, status_message: expect.any(String), version: expect.any(String) },
      ]);
    }
  });

  test("profiles and RBLs are paid-plan features: 403 on a free one, while hosts are added", async () => {
    const legacy = await start({ plan: "free" });
    const program = oldProgram(legacy);
    for (const path of ["/rblprofiles", "/rbls", `/rblprofile/${defaults(legacy.service).profile}`]) {
      expect((await program.get(`${path}.json`)).status).toBe(403);
    }
    const { host, name, contact_group = "", profile = "" } = createBodies(legacy.service).host;
    const body = { host: host ?? "", name: name ?? "", type: "rbl", contact_group, rbl_profile: profile };
    expect((await program.post("/host/add.json", body)).status).toBe(200);
  });

  test("an address that may not call is 403", async () => {
    const legacy = await start({ allowedAddresses: ["192.0.2.1"] });
    expect((await oldProgram(legacy).get("/hosts.json")).status).toBe(403);
  });

  test("the limits of the account hold, and 429 says when to try again", async () => {
    const legacy = await start({ limits: { hour: 1 } });
    const program = oldProgram(legacy);
    expect((await program.get("/hosts.json")).status).toBe(200);
    const { status, headers, body } = await program.post("/contactgroup/add.json", { name: "Night" });
    expect([status, body.status_code, body.version]).toEqual([429, 429, expect.any(String)]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(3500);
    expect(legacy.service.account.objects("contact_group")).toHaveLength(1);
  });

  test("the same host twice is a conflict", async () => {
    const program = oldProgram(await start());
    const body = { host: "192.0.2.1", name: "Mail", type: "rbl" };
    expect((await program.post("/host/add.json", body)).status).toBe(200);
    expect((await program.post("/host/add.json", body)).status).toBe(409);
  });

  test.each([
    ["no form", "application/json", '{"name":"Night"}'],
    ["badly encoded", "application/x-www-form-urlencoded", "name=%E0%A4%A"],
  ])("a body that is %s is 400", async (_, type, body) => {
    const legacy = await start();
    const { accountSid, authToken } = legacy.service;
    const { status } = await send(`${legacy.url}/contactgroup/add.json`, {
      method: "POST",
      headers: { authorization: basic(accountSid, authToken), "content-type": type },
      body,
    });
    expect(status).toBe(400);
    expect(legacy.service.account.objects("contact_group")).toHaveLength(1);
  });

  test("texts beyond ASCII are the same on both ends", async () => {
    const legacy = await start();
    const program = oldProgram(legacy);
    const name = "Küche & 100 % «日本» +1";
    const id = addedId(await program.post("/contactgroup/add.json", { name }));
    expect((await program.get(`/contactgroup/${id}.json`)).body.data[0].name).toBe(name);
  });
}
