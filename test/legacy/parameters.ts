import type { Emulator, EmulatorOptions } from "../../src/emulator/emulator";
import { defaults } from "../emulator/bodies";
import { finished } from "./endpoints";
import { addedId } from "./kinds";
import { inUpperCase, oldProgram, type StartLegacy } from "./program";

/** A test for each row of the table of parameters (docs/design/api-3.0.md#parameters). */
export function parameterTests(start: StartLegacy): void {
  const begin = async (options?: EmulatorOptions) => {
    const legacy = await start(options);
    const { service } = legacy;
    const group = (name: string) => service.account.add("contact_group", { name }).id;
    return { service, program: oldProgram(legacy), one: group("One"), two: group("Two") };
  };
  type Begun = Awaited<ReturnType<typeof begin>>;

  /** Whether each of the bodies is accepted, with `{}` for what the account has to offer. */
  const verdicts = async (
    { program }: Pick<Begun, "program">,
    path: string,
    bodies: readonly Readonly<Record<string, string | number>>[],
  ) => {
    const statuses: number[] = [];
    for (const body of bodies) statuses.push((await program.post(path, body)).status);
    return statuses;
  };
  const refused = (count: number) => Array.from({ length: count }, () => 422);

  test("Start check: host (req: IP, domain or host SID), callback (URI), details (0 or 1, default 0)", async () => {
    const { service, program } = await begin();
    const host = service.account.add("host", { host: "mail.example.org" });
    const starts = async (body: Record<string, string | number>) =>
      (await program.post("/check/start.json", body)).status;
    for (const each of ["192.0.2.1", "2001:db8::1", "example.org", host.id, inUpperCase(host.id)]) {
      expect([each, await starts({ host: each })]).toEqual([each, 200]);
    }
    expect(await starts({ host: "192.0.2.1", callback: "http://127.0.0.1:1/done", details: 0 })).toBe(200);
    for (const wrong of [
      {},
      { host: "not a host" },
      { host: "192.0.2.1", callback: "nowhere" },
      { host: "192.0.2.1", details: "perhaps" },
      { host: "192.0.2.1", details: 2 },
      { host: "192.0.2.1", other: 1 },
    ]) {
      expect([wrong, await starts(wrong)]).toEqual([wrong, 422]);
    }
  });

  test("Check status: id (PP and 64 hex), details (0 or 1, default 0)", async () => {
    const { program } = await begin({ listedOn: { "192.0.2.1": ["spam.bl.example.net"] } });
    const { body } = await program.post("/check/start.json", { host: "192.0.2.1" });
    const { id } = body.data;
    expect(await finished(program, id)).not.toHaveProperty("listed_details");
    expect(await finished(program, id, { details: 0 })).not.toHaveProperty("listed_details");
    expect(await finished(program, inUpperCase(id), { details: 1 })).toHaveProperty("listed_details");
    expect((await program.get(`/check/status/${id}.json`, { details: "perhaps" })).status).toBe(422);
    expect((await program.get(`/check/status/${id.slice(1)}.json`)).status).toBe(400);
    expect((await program.get(`/check/status/PP${"0".repeat(64)}.json`)).status).toBe(404);
  });

  test("List operations: page (integer >= 1, default 1), page_size (integer >= 1, default 20)", async () => {
    const { service, program } = await begin();
    for (let number = 0; number < 23; number += 1)
      service.account.add("host", { host: `h${number}.example.org` });
    const page = async (parameters?: Record<string, string | number>) => {
      const { status, body } = await program.get("/hosts.json", parameters);
      return [status, body.page, body.page_size, body.total_pages, body.data?.length];
    };
    expect(await page()).toEqual([200, 1, 20, 2, 20]);
    expect(await page({ page: 2 })).toEqual([200, 2, 20, 2, 3]);
    expect(await page({ page: 3, page_size: 10 })).toEqual([200, 3, 10, 3, 3]);
    expect(await page({ page: 4, page_size: 10 })).toEqual([200, 4, 10, 3, 0]);
    for (const wrong of [{ page: 0 }, { page: "x" }, { page_size: 0 }, { page_size: 1.5 }]) {
      expect((await page(wrong))[0]).toBe(400);
    }
  });

  test("Add host: host, name, type (req: rbl, uribl, ip_range), rbl_profile, contact_group (one)", async () => {
    const begun = await begin();
    const { service, program, one, two } = begun;
    const profile = service.account.add("monitoring_profile", {}).id;
    const added = await program.post("/host/add.json", {
      host: "example.org",
      name: "Web",
      type: "uribl",
      rbl_profile: inUpperCase(profile),
      contact_group: inUpperCase(one),
    });
    expect(service.account.find(addedId(added))).toMatchObject({
      profile,
      contact_group: [one],
      type: "uribl",
    });
    const right = { host: "192.0.2.1", name: "Mail", type: "rbl" };
    expect(
      await verdicts(begun, "/host/add.json", [
        { name: "Mail", type: "rbl" },
        { host: "192.0.2.1", type: "rbl" },
        { host: "192.0.2.1", name: "Mail" },
        { ...right, type: "rbl_v6" },
        { ...right, contact_group: `${one},${two}` },
        { ...right, contact_group: `CG${"0".repeat(32)}` },
        { ...right, rbl_profile: "Default" },
        { ...right, profile },
      ]),
    ).toEqual(refused(8));
    // Programs of 3.0 may send a type that does not match the host: 4.0 takes it from the host itself.
    expect(
      await verdicts(begun, "/host/add.json", [
        { ...right, contact_group: "", rbl_profile: "", type: "uribl" },
      ]),
    ).toEqual([200]);
    const range = await program.post("/host/add.json", {
      host: "198.51.100.0/30",
      name: "Range",
      type: "ip_range",
    });
    expect(range.body.data.map(({ host }: { host: string }) => host)).toHaveLength(4);
  });

  test("Modify host: name, rbl_profile, contact_group (comma-separated)", async () => {
    const begun = await begin();
    const { service, program, one, two } = begun;
    const { id } = service.account.add("host", { host: "192.0.2.1" });
    const profile = service.account.add("monitoring_profile", {}).id;
    const path = `/host/update/${id}.json`;
    const change = { name: "Relay", rbl_profile: profile, contact_group: `${inUpperCase(one)},${two}` };
    expect(await verdicts(begun, path, [change, {}])).toEqual([200, 200]);
    expect(service.account.find(id)).toMatchObject({ name: "Relay", profile, contact_group: [one, two] });
    expect((await program.get(`/host/${id}.json`)).body.data[0].contact_group).toBe(`${one},${two}`);
    const wrong = [
      { name: "" },
      { contact_group: "" },
      { host: "192.0.2.2" },
      { type: "rbl" },
      { tags: "a" },
    ];
    expect(await verdicts(begun, path, wrong)).toEqual(refused(5));
  });

  test("Add profile: name, frequency (req), is_default (0 or 1), entries, sync_method", async () => {
    const begun = await begin();
    const { service, program } = begun;
    const { source } = defaults(service);
    const right = { name: "Fast", frequency: "1_hour" };
    const added = await program.post("/rblprofile/add.json", {
      ...right,
      is_default: 1,
      entries: inUpperCase(source),
      sync_method: "use_my_selections",
    });
    expect(service.account.find(addedId(added))).toMatchObject({
      ...right,
      is_default: true,
      entries: [source],
      sync_method: "use_my_selections",
    });
    const path = "/rblprofile/add.json";
    expect(
      await verdicts(begun, path, [
        { name: "Fast" },
        { frequency: "1_hour" },
        { ...right, frequency: "hourly" },
        { ...right, is_default: "perhaps" },
        { ...right, sync_method: "never" },
        { ...right, entries: "spam.bl.example.net" },
      ]),
    ).toEqual(refused(6));
  });

  test("Modify profile: name, is_default, entries, frequency, sync_method", async () => {
    const begun = await begin();
    const { service } = begun;
    const { source } = defaults(service);
    const { id } = service.account.add("monitoring_profile", {});
    const path = `/rblprofile/update/${id}.json`;
    const change = { name: "Slow", is_default: 1, entries: source, frequency: "weekly" };
    expect(await verdicts(begun, path, [change])).toEqual([200]);
    expect(service.account.find(id)).toMatchObject({
      name: "Slow",
      is_default: true,
      entries: [source],
      frequency: "weekly",
      sync_method: "use_my_selections",
    });
    expect(await verdicts(begun, path, [{ sync_method: "stay_in_sync" }])).toEqual([200]);
    expect(service.account.find(id)).toMatchObject({ sync_method: "stay_in_sync" });
    expect(await verdicts(begun, path, [{ is_default: "yes" }, { frequency: "" }])).toEqual(refused(2));
  });

  test("Modify profile: frequency is honored only for Ultimate accounts", async () => {
    const { service, program } = await begin({ plan: "paid", packageFrequency: "12_hours" });
    const { body } = await program.post("/rblprofile/add.json", { name: "Fast", frequency: "1_hour" });
    expect(service.account.find(body.data.id)).toMatchObject({ frequency: "12_hours" });
    await program.post(`/rblprofile/update/${body.data.id}.json`, { frequency: "2_hours" });
    expect(service.account.find(body.data.id)).toMatchObject({ frequency: "12_hours" });
  });

  test("Add RBL: type (req: rbl, uribl), host (req)", async () => {
    const begun = await begin();
    const bodies = [
      { type: "rbl", host: "bl.example.org" },
      { type: "uribl", host: "uri.example.org" },
    ];
    expect(await verdicts(begun, "/rbl/add.json", bodies)).toEqual([200, 200]);
    const wrong = [
      ...[{ type: "rbl" }, { host: "bl.example.org" }, { type: "rbl_v6", host: "bl.example.org" }],
      ...[
        { type: "rbl", host: "-.example" },
        { type: "rbl", host: "bl.example.org", custom_codes: "127.0.0.2" },
      ],
    ];
    expect(await verdicts(begun, "/rbl/add.json", wrong)).toEqual(refused(5));
  });

  test("Modify RBL: type, host", async () => {
    const begun = await begin();
    const { id } = begun.service.account.add("source", {});
    const path = `/rbl/update/${id}.json`;
    expect(await verdicts(begun, path, [{ type: "uribl", host: "other.example.org" }])).toEqual([200]);
    expect(begun.service.account.find(id)).toMatchObject({ type: "uribl", host: "other.example.org" });
    expect(await verdicts(begun, path, [{ type: "rbl_v6" }, { custom_codes: "127.0.0.2" }])).toEqual(
      refused(2),
    );
  });

  test("Add contact: contact, type, schedule (req), contact_group (comma-separated)", async () => {
    const begun = await begin();
    const { service, program, one, two } = begun;
    const right = { contact: "ops@example.org", type: "email", schedule: "start_and_end" };
    const added = await program.post("/contact/add.json", {
      ...right,
      contact_group: `${one},${inUpperCase(two)}`,
    });
    expect(service.account.find(addedId(added))).toMatchObject({ ...right, contact_group: [one, two] });
    const { contact, type, schedule } = right;
    const wrong = [
      ...[
        { type, schedule },
        { contact, schedule },
        { contact, type },
      ],
      ...[
        { ...right, type: "fax" },
        { ...right, schedule: "never" },
        { ...right, "args[url]": "x" },
      ],
    ];
    expect(await verdicts(begun, "/contact/add.json", wrong)).toEqual(refused(6));
  });

  test("Modify contact: schedule, contact_group", async () => {
    const begun = await begin();
    const { service, one, two } = begun;
    const { id } = service.account.add("contact", {});
    const path = `/contact/update/${id}.json`;
    const change = { schedule: "every_check", contact_group: `${one},${two}` };
    expect(await verdicts(begun, path, [change])).toEqual([200]);
    expect(service.account.find(id)).toMatchObject({ ...change, contact_group: [one, two] });
    expect(await verdicts(begun, path, [{ contact: "new@example.org" }, { type: "sms" }])).toEqual(
      refused(2),
    );
  });

  test("Confirm contact: authcode (req)", async () => {
    const begun = await begin();
    const { id } = begun.service.account.add("contact", { confirmed: false });
    const path = `/contact/confirm/${id}.json`;
    expect(await verdicts(begun, path, [{}, { authcode: "" }, { code: "ABCDEF" }])).toEqual(refused(3));
    const authcode = begun.service.account.authcode(id);
    expect(await verdicts(begun, path, [{ authcode }])).toEqual([200]);
  });

  test("Add group: name (req), is_default (0 or 1)", async () => {
    const begun = await begin();
    const bodies = [{ name: "Night", is_default: 1 }, { name: "Day", is_default: 0 }, { name: "Week" }];
    expect(await verdicts(begun, "/contactgroup/add.json", bodies)).toEqual([200, 200, 200]);
    expect(defaultGroups(begun.service)).toEqual(["Night"]);
    expect(
      await verdicts(begun, "/contactgroup/add.json", [{ is_default: 1 }, { name: "x".repeat(256) }]),
    ).toEqual(refused(2));
  });

  test("Modify group: name, is_default", async () => {
    const begun = await begin();
    const path = `/contactgroup/update/${begun.one}.json`;
    expect(await verdicts(begun, path, [{ name: "Night", is_default: 1 }])).toEqual([200]);
    expect(defaultGroups(begun.service)).toEqual(["Night"]);
    expect(await verdicts(begun, path, [{ is_default: "on" }, { members: 3 }])).toEqual(refused(2));
  });

  test.each([
    ["GET", "/hosts.json?page=1&page=2"],
    ["POST", "/contactgroup/add.json"],
  ])("a parameter that is given twice is refused: %s %s", async (method, path) => {
    const legacy = await start();
    const { service } = legacy;
    const answer = await fetch(legacy.url + path, {
      method,
      headers: { authorization: `Basic ${btoa(`${service.accountSid}:${service.authToken}`)}` },
      ...(method === "POST" && { body: new URLSearchParams("name=A&name=B") }),
    });
    expect(answer.status).toBe(400);
    expect(service.account.objects("contact_group")).toHaveLength(1);
  });
}

function defaultGroups(service: Emulator): string[] {
  return service.account
    .objects("contact_group")
    .filter((group) => group.is_default)
    .map(({ name }) => name);
}
