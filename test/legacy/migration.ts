import { call } from "../emulator/api";
import { createBodies, defaults } from "../emulator/bodies";
import { finished } from "./endpoints";
import { addedId, kindRows } from "./kinds";
import { oldProgram, type StartLegacy } from "./program";

/** A test or more for each of the ten points of the migration: both interfaces, side by side (docs/design/api-3.0.md#migration). */
export function migrationTests(start: StartLegacy): void {
  const begin = async (...options: Parameters<StartLegacy>) => {
    const legacy = await start(...options);
    return { ...legacy, program: oldProgram(legacy) };
  };

  test("migration 1: base address: each version has its own, and paths of the other are not there", async () => {
    const { url, service, program } = await begin();
    expect([url, service.url]).toEqual([expect.stringMatching(/\/3\.0$/), expect.stringMatching(/\/4\.0$/)]);
    expect((await program.get("/hosts.json")).status).toBe(200);
    expect((await program.get("/rbl/profiles/any.json")).status).toBe(404);
    expect((await call(service, "GET", "/hosts")).status).toBe(404);
    expect((await call(service, "GET", "/rbl/hosts")).status).toBe(200);
  });

  test.each(kindRows)(
    "migration 2: methods: $several are updated and deleted by POST, then by PUT and DELETE",
    async (row) => {
      const { service, program } = await begin();
      const { kind, path, body, change } = row;
      const id = addedId(await program.post(`${path}/add.json`, body));
      for (const method of ["PUT", "DELETE", "PATCH"]) {
        expect((await program.send(method, `${path}/update/${id}.json`)).status).toBe(404);
      }
      expect((await program.send("DELETE", `${path}/${id}.json`)).status).toBe(404);
      expect((await program.send("GET", `${path}/delete/${id}.json`)).status).toBe(404);
      expect((await program.post(`${path}/update/${id}.json`, change)).status).toBe(200);
      expect((await program.post(`${path}/delete/${id}.json`)).status).toBe(200);
      const now = await call(service, "POST", kindPaths[kind], createBodies(service)[kind]);
      const current = `${kindPaths[kind]}/${addedId(now)}`;
      expect((await call(service, "PUT", current, {})).status).toBe(200);
      expect((await call(service, "DELETE", current)).status).toBe(200);
    },
  );

  test("migration 3: check status: the id moves from a query parameter into the path", async () => {
    const { service, program } = await begin();
    const { body } = await program.post("/check/start.json", { host: "192.0.2.1" });
    const { id } = body.data;
    for (const path of [`/check/status.json?id=${id}`, `/check/status/.json?id=${id}&details=1`]) {
      expect([path, (await program.get(path)).status]).toEqual([path, 200]);
    }
    expect((await program.get(`/check/status/${id}.json`)).status).toBe(200);
    expect((await program.get("/check/status.json")).status).toBe(400);
    expect((await call(service, "GET", `/rbl/check/status/${id}`)).status).toBe(200);
    expect((await call(service, "GET", `/rbl/check/status?id=${id}`)).status).toBe(404);
  });

  test.each(kindRows)(
    "migration 4: counts of $several: $total becomes total, version goes, OK becomes a text",
    async (row) => {
      const { service, program } = await begin();
      const { body: old } = await program.get(`${row.list}.json`);
      const { body: now } = await call(service, "GET", kindPaths[row.kind]);
      expect([old[row.total], old.total, old.version, old.status_message]).toEqual([
        ...[service.account.objects(row.kind).length, undefined, expect.stringMatching(/^3\.\d+$/), "OK"],
      ]);
      expect([now[row.total], now.total, now.version]).toEqual([undefined, old[row.total], undefined]);
      expect(now.status_message).not.toBe("OK");
      expect(["total_listed" in old, "total_listed" in now]).toEqual(Array(2).fill(row.kind === "host"));
    },
  );

  test("migration 5: flags: integers become booleans, and each version takes its own", async () => {
    const { service, program } = await begin({ listedOn: { "192.0.2.1": ["spam.bl.example.net"] } });
    const host = service.account.add("host", { host: "192.0.2.1", listed: true });
    expect((await program.get(`/host/${host.id}.json`)).body.data[0].listed).toBe(1);
    expect((await call(service, "GET", `/rbl/hosts/${host.id}`)).body.data[0].listed).toBe(true);
    expect((await program.get("/contactgroups.json")).body.data[0].is_default).toBe(1);
    expect((await program.get("/rblprofiles.json")).body.data[0].is_default).toBe(1);
    expect((await call(service, "GET", "/contact/groups")).body.data[0].is_default).toBe(true);
    const { body } = await program.post("/check/start.json", { host: "192.0.2.1", details: 1 });
    const found = await finished(program, body.data.id);
    expect([found.listed, found.listed_details[0].listed]).toEqual([1, 1]);
    expect((await program.post("/contactgroup/add.json", { name: "A", is_default: "perhaps" })).status).toBe(
      422,
    );
    expect((await call(service, "POST", "/contact/groups", { name: "A", is_default: "true" })).status).toBe(
      200,
    );
  });

  test("migration 6: hosts: rbl_profile becomes profile, type goes, contact_group is required, tags come", async () => {
    const { service, program } = await begin();
    const { profile, group } = defaults(service);
    const old = { host: "192.0.2.1", name: "Mail", type: "rbl", rbl_profile: profile, contact_group: group };
    const now = { host: "192.0.2.2", name: "Mail", profile, contact_group: group, tags: "a" };
    expect((await program.post("/host/add.json", now)).status).toBe(422);
    expect((await call(service, "POST", "/rbl/hosts", old)).status).toBe(422);
    expect((await program.post("/host/add.json", old)).status).toBe(200);
    expect((await call(service, "POST", "/rbl/hosts", now)).status).toBe(200);
    const { contact_group, ...without } = { ...now, host: "192.0.2.3" };
    expect((await call(service, "POST", "/rbl/hosts", without)).status).toBe(422);
    const { body } = await program.get("/hosts.json");
    for (const shown of body.data) {
      expect(shown).toMatchObject({ rbl_profile: profile, contact_group: group, type: "rbl" });
      expect([shown.profile, shown.tags]).toEqual([undefined, undefined]);
    }
  });

  test.each(kindRows)("migration 7: pages of $several have 20 objects by default, then 100", async (row) => {
    const { service, program } = await begin();
    expect((await program.get(`${row.list}.json`)).body.page_size).toBe(20);
    expect((await program.get("/listings.json")).body.page_size).toBe(20);
    expect((await call(service, "GET", kindPaths[row.kind])).body.page_size).toBe(100);
  });

  test("migration 8: RBLs become sources with rbl_v6 and custom_codes, contacts have args", async () => {
    const { service, program } = await begin();
    const source = { type: "rbl_v6", host: "v6.example.org" };
    expect((await program.post("/rbl/add.json", source)).status).toBe(422);
    const { body: added } = await call(service, "POST", "/rbl/sources", {
      ...source,
      custom_codes: "127.0.0.2",
    });
    const { body: shown } = await program.get(`/rbl/${added.data.id}.json`);
    expect(shown.data).toEqual([{ id: added.data.id, ...source, type: null, custom: 1 }]);
    const contact = { contact: "ops@example.org", type: "email", schedule: "every_check" };
    const group = { contact_group: defaults(service).group };
    const args = { "args[key]": "secret" };
    expect((await program.post("/contact/add.json", { ...contact, ...args })).status).toBe(422);
    const { body } = await call(service, "POST", "/contact/contacts", { ...contact, ...group, ...args });
    const { text } = await program.get(`/contact/${body.data.id}.json`);
    expect([text.includes("every_check"), text.includes("args"), text.includes("secret")]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("migration 9: certificate monitoring and rate-limit headers are new", async () => {
    const { service, program } = await begin();
    for (const path of ["/cert/monitors", "/cert/profiles", "/cert/errors"]) {
      expect((await program.get(`${path}.json`)).status).toBe(404);
      expect((await call(service, "GET", path)).status).toBe(200);
    }
    const names = ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"];
    const reported = ({ headers }: { headers: Headers }) => names.map((name) => headers.has(name));
    expect(reported(await program.get("/hosts.json"))).toEqual([false, false, false]);
    expect(reported(await call(service, "GET", "/rbl/hosts"))).toEqual([true, true, true]);
  });

  test("migration 10: a program that compares with 1 strictly, and knows GET and POST alone, works to the end", async () => {
    const { service, program } = await begin({ listedOn: { "192.0.2.1": ["spam.bl.example.net"] } });
    const id = addedId(
      await program.post("/host/add.json", { host: "192.0.2.1", name: "Mail", type: "rbl" }),
    );
    const { body } = await program.post("/check/start.json", { host: id });
    await finished(program, body.data.id);
    const listed = (await program.get("/listings.json")).body.data.filter(
      (host: { listed: unknown }) => host.listed === 1,
    );
    expect(listed).toMatchObject([{ id, listed_count: 1 }]);
    await program.post(`/host/update/${id}.json`, { name: "Relay" });
    await program.post(`/host/delete/${id}.json`);
    expect(service.account.objects("host")).toEqual([]);
    // The same comparison is what breaks with 4.0.
    service.account.add("host", { host: "192.0.2.2", listed: true });
    const { body: now } = await call(service, "GET", "/rbl/listings");
    expect(now.data.filter((host: { listed: unknown }) => host.listed === 1)).toEqual([]);
  });
}

/** Where version 4.0 has the objects of each kind (docs/design/api-3.0.md#endpoints). */
export const kindPaths = {
  host: "/rbl/hosts",
  monitoring_profile: "/rbl/profiles",
  source: "/rbl/sources",
  contact: "/contact/contacts",
  contact_group: "/contact/groups",
} as const;
