import { sourceCatalogue } from "../../src/emulator/account/initial-objects";
import { addedId, kindRows } from "./kinds";
import { type OldProgram, oldProgram, type StartLegacy } from "./program";

/** What an update, a deletion, a pause and so on answer: this and nothing else (docs/design/api-3.0.md#resources). */
const done = { status_code: 200, status_message: "OK", version: expect.stringMatching(/^3\.\d+$/) };

/** A test for each row of the table of endpoints (docs/design/api-3.0.md#endpoints). */
export function endpointTests(start: StartLegacy): void {
  describe.each(kindRows)("the $several of version 3.0", (row) => {
    const { kind, one, several, list, path, total, pausable, body, change, changed, shown } = row;

    async function begun() {
      const legacy = await start();
      const program = oldProgram(legacy);
      const added = await program.post(`${path}/add.json`, body);
      return { ...legacy, program, added, id: addedId(added) };
    }

    test(`List ${several}: GET ${list}`, async () => {
      const { service, program, id } = await begun();
      const { status, body: listed } = await program.get(`${list}.json`, { page_size: 100 });
      const count = service.account.objects(kind).length;
      const { data, ...envelope } = listed;
      expect([status, envelope]).toEqual([
        200,
        {
          ...done,
          page: 1,
          total_pages: 1,
          page_size: 100,
          [total]: count,
          ...(kind === "host" && { total_listed: 0 }),
        },
      ]);
      expect(data).toHaveLength(count);
      expect(data.at(-1)).toEqual({ id, ...shown(service) });
    });

    test(`Get ${one}: GET ${path}/{id}`, async () => {
      const { service, program, id } = await begun();
      const { status, body: got } = await program.get(`${path}/${id}.json`);
      expect([status, got]).toEqual([200, expect.objectContaining({ ...done, page: 1, [total]: 1 })]);
      expect(got.data).toEqual([{ id, ...shown(service) }]);
    });

    test(`Add ${one}: POST ${path}/add`, async () => {
      const { service, added, id } = await begun();
      expect([added.status, added.body]).toEqual([200, { ...done, data: expect.anything() }]);
      expect(service.account.find(id)).toMatchObject(
        Object.fromEntries(Object.entries(body).filter(([name]) => name !== "type" || kind !== "host")),
      );
    });

    test(`Update ${one}: POST ${path}/update/{id}`, async () => {
      const { service, program, id } = await begun();
      expect((await program.post(`${path}/update/${id}.json`, change)).body).toEqual(done);
      expect(service.account.find(id)).toMatchObject(changed);
    });

    test(`Delete ${one}: POST ${path}/delete/{id}`, async () => {
      const { service, program, id } = await begun();
      expect((await program.post(`${path}/delete/${id}.json`)).body).toEqual(done);
      expect(service.account.find(id)).toBeUndefined();
      const { status, body: answer } = await program.get(`${path}/${id}.json`);
      expect([status, answer]).toEqual([
        404,
        { ...done, status_code: 404, status_message: expect.any(String) },
      ]);
    });

    if (!pausable) return;

    test(`Pause ${one}: POST ${path}/pause/{id}`, async () => {
      const { service, program, id } = await begun();
      expect((await program.post(`${path}/pause/${id}.json`)).body).toEqual(done);
      expect(service.account.find(id)).toMatchObject({ paused: true });
      expect((await program.post(`${path}/pause/${id}.json`)).status).toBe(409);
    });

    test(`Resume ${one}: POST ${path}/resume/{id}`, async () => {
      const { service, program, id } = await begun();
      expect((await program.post(`${path}/resume/${id}.json`)).status).toBe(409);
      service.account.change(id, { paused: true });
      expect((await program.post(`${path}/resume/${id}.json`)).body).toEqual(done);
      expect(service.account.find(id)).toMatchObject({ paused: false });
    });
  });

  describe("the checks of version 3.0", () => {
    test("Start check: POST /check/start", async () => {
      const legacy = await start();
      const { status, body } = await oldProgram(legacy).post("/check/start.json", { host: "192.0.2.1" });
      expect([status, { ...body, data: {} }]).toEqual([200, { ...done, data: {} }]);
      expect(body.data).toEqual({
        id: expect.stringMatching(/^PP[0-9a-f]{64}$/),
        rbls: sourceCatalogue.map(({ host, type }) => ({
          id: expect.stringMatching(/^RB[0-9a-f]{32}$/),
          custom: 0,
          host,
          // Version 3.0 does not have the types that version 4.0 added.
          type: type === "rbl_v6" ? null : type,
        })),
      });
    });

    test("Check status: GET /check/status/{id}", async () => {
      const legacy = await start({ listedOn: { "192.0.2.1": ["spam.bl.example.net"] } });
      const program = oldProgram(legacy);
      const { body } = await program.post("/check/start.json", { host: "192.0.2.1", details: 1 });
      const source = legacy.service.account
        .objects("source")
        .find(({ host }) => host === "spam.bl.example.net");
      expect(await finished(program, body.data.id)).toEqual({
        status: "completed",
        checked_count: 30,
        listed: 1,
        listed_count: 1,
        listed_details: [
          { rbl: source?.id, details: "127.0.0.2", listed: 1, response_time: expect.any(Number) },
        ],
      });
    });

    test("Check status of a check that runs", async () => {
      const program = oldProgram(await start({ checkDuration: 60_000 }));
      const { body } = await program.post("/check/start.json", { host: "192.0.2.1" });
      const { body: running } = await program.get(`/check/status/${body.data.id}.json`);
      // Through the bridge the counts are there only if version 4.0 returns them.
      expect(running).toMatchObject({ ...done, data: { status: "processing", checked_count: 0 } });
    });
  });

  test("Listings: GET /listings", async () => {
    const legacy = await start({ now: () => Date.UTC(2026, 10, 21, 12) });
    const { account } = legacy.service;
    account.add("host", { host: "192.0.2.1" });
    const { id } = account.add("host", {
      host: "192.0.2.2",
      listed: true,
      lastChecked: Date.UTC(2026, 10, 21, 11),
      firstListed: Date.UTC(2026, 10, 8, 10, 24, 2),
      listings: [{ sid: "RB1", host: "spam.bl.example.net", details: "127.0.0.2" }],
    });
    const { body } = await oldProgram(legacy).get("/listings.json");
    expect(body).toMatchObject({ ...done, total_hosts: 1, total_listed: 1, page: 1, page_size: 20 });
    expect(body.data).toMatchObject([
      {
        id,
        listed: 1,
        listed_count: 1,
        listed_period: "13 day 01:35:58",
        last_checked: "2026-11-21 11:00:00 GMT",
        first_listed: "2026-11-08 10:24:02 GMT",
        listed_details: [{ host: "spam.bl.example.net", details: "127.0.0.2" }],
      },
    ]);
  });

  test("Resend confirmation: POST /contact/resend/{id}", async () => {
    const legacy = await start();
    const program = oldProgram(legacy);
    const { id } = legacy.service.account.add("contact", { confirmed: false });
    expect((await program.post(`/contact/resend/${id}.json`)).body).toEqual(done);
    legacy.service.account.change(id, { confirmed: true });
    expect((await program.post(`/contact/resend/${id}.json`)).status).toBe(409);
  });

  test("Confirm contact: POST /contact/confirm/{id}", async () => {
    const legacy = await start();
    const program = oldProgram(legacy);
    const { id } = legacy.service.account.add("contact", { confirmed: false });
    expect((await program.post(`/contact/confirm/${id}.json`, { authcode: "WRONG1" })).status).toBe(422);
    const authcode = legacy.service.account.authcode(id);
    expect((await program.post(`/contact/confirm/${id}.json`, { authcode })).body).toEqual(done);
    expect(legacy.service.account.find(id)).toMatchObject({ confirmed: true });
  });
}

/** Polls as old programs do, until the check is done. */
export async function finished(program: OldProgram, id: string, parameters?: Record<string, number>) {
  for (;;) {
    const { body } = await program.get(`/check/status/${id}.json`, parameters);
    if (body.data.status === "completed") return body.data;
  }
}
