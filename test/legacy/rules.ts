import { defaults } from "../emulator/bodies";
import { addedId } from "./kinds";
import { oldProgram, type StartLegacy } from "./program";

/** A test or more for each rule of version 3.0 (docs/design/api-3.0.md#rules of version 3.0, and those below Resources). */
export function ruleTests(start: StartLegacy): void {
  describe("rule 1: the entries of a new profile", () => {
    const added = async (more: Record<string, string>) => {
      const legacy = await start();
      const program = oldProgram(legacy);
      const body = { name: "Fast", frequency: "1_hour", ...more };
      const { body: answer } = await program.post("/rblprofile/add.json", body);
      const { body: got } = await program.get(`/rblprofile/${answer.data.id}.json`);
      return { ...legacy, shown: got.data[0], kept: legacy.service.account.find(answer.data.id) };
    };

    test("are all active default RBLs when they are omitted, in sync", async () => {
      const { shown, kept, service } = await added({});
      const catalogue = service.account.objects("source").map(({ id }) => id);
      expect([shown.entries, shown.total_entries, kept?.sync_method]).toEqual([
        catalogue,
        30,
        "stay_in_sync",
      ]);
    });

    test("are an empty selection when the field is empty", async () => {
      const { shown, kept } = await added({ entries: "" });
      expect([shown.entries, shown.total_entries, kept?.sync_method]).toEqual([[], 0, "use_my_selections"]);
    });

    test("are the selection in the field, even if the request contains another sync method", async () => {
      const legacy = await start();
      const { source } = defaults(legacy.service);
      const body = { name: "One", frequency: "1_hour", entries: source, sync_method: "stay_in_sync" };
      const answer = await oldProgram(legacy).post("/rblprofile/add.json", body);
      expect(legacy.service.account.find(addedId(answer))).toMatchObject({
        entries: [source],
        sync_method: "use_my_selections",
      });
    });
  });

  describe.each([
    ["profile", "/rblprofile", "monitoring_profile"],
    ["group", "/contactgroup", "contact_group"],
  ] as const)("rule 2: after the default %s is deleted", (_, path, kind) => {
    test.each([
      [0.1, "B"],
      [0.9, "C"],
    ])("a random other one becomes the default (%d: %s)", async (random, name) => {
      const legacy = await start({ random: () => random });
      const { account } = legacy.service;
      for (const each of ["B", "C"]) account.add(kind, { name: each });
      const first = account.objects(kind).find((object) => object.is_default);
      expect((await oldProgram(legacy).post(`${path}/delete/${first?.id}.json`)).status).toBe(200);
      expect(account.objects(kind).map((object) => [object.name, object.is_default])).toEqual([
        ["B", name === "B"],
        ["C", name === "C"],
      ]);
    });
  });

  describe("rule 3", () => {
    const cases = [
      ["a profile of a host", "/rblprofile", "profile", "host"],
      ["a group of a host", "/contactgroup", "group", "host"],
      ["a group of a contact", "/contactgroup", "group", "contact"],
    ] as const;

    test.each(cases)("%s cannot be deleted", async (_, path, which, user) => {
      const legacy = await start();
      const { account } = legacy.service;
      const id = defaults(legacy.service)[which];
      // Others are there, so that it is not the last one.
      account.add("monitoring_profile", {});
      account.add("contact_group", {});
      const { id: used } = account.add(user, { host: "192.0.2.1" });
      const program = oldProgram(legacy);
      const { status, body } = await program.post(`${path}/delete/${id}.json`);
      expect([status, body.status_code, account.find(id)]).toEqual([409, 409, expect.anything()]);
      account.remove(used);
      expect((await program.post(`${path}/delete/${id}.json`)).status).toBe(200);
    });

    test.each(["profile", "group"] as const)("the last %s cannot be deleted", async (which) => {
      const legacy = await start();
      const id = defaults(legacy.service)[which];
      const path = which === "profile" ? "/rblprofile" : "/contactgroup";
      expect((await oldProgram(legacy).post(`${path}/delete/${id}.json`)).status).toBe(409);
    });
  });

  describe("rule 4: an add returns", () => {
    test.each([
      ["profile", "/rblprofile/add", { name: "Fast", frequency: "1_hour" }, {}, "RP"],
      ["RBL", "/rbl/add", { type: "rbl", host: "bl.example.org" }, {}, "RB"],
      ["group", "/contactgroup/add", { name: "Night" }, {}, "CG"],
      [
        "contact",
        "/contact/add",
        { contact: "ops@example.org", type: "email", schedule: "every_check" },
        { contact: "ops@example.org" },
        "CO",
      ],
    ])("of a new %s", async (_, path, body, more, prefix) => {
      const { body: answer } = await oldProgram(await start()).post(`${path}.json`, body);
      expect(answer.data).toEqual({
        id: expect.stringMatching(new RegExp(`^${prefix}[0-9a-f]{32}$`)),
        ...more,
      });
    });

    test("an array of objects with id, host, name, parent, of new hosts", async () => {
      const legacy = await start({ subnetCreate: "parent-and-children" });
      const program = oldProgram(legacy);
      const added = await program.post("/host/add.json", {
        host: "192.0.2.0/30",
        name: "Range",
        type: "ip_range",
      });
      const [parent, ...children] = legacy.service.account.objects("host");
      expect(added.body.data).toEqual([
        { id: parent?.id, host: "192.0.2.0/30", name: "Range", parent: null },
        ...children.map(({ id, host }) => ({ id, host, name: "Range", parent: parent?.id })),
      ]);
      const { body } = await program.get("/hosts.json");
      expect(body.data.map(({ type, parent: of }: { type: string; parent: string }) => [type, of])).toEqual([
        ["ip_range", null],
        ...children.map(() => ["rbl", parent?.id]),
      ]);
    });
  });

  test("system RBLs (custom 0) are read-only", async () => {
    const legacy = await start();
    const program = oldProgram(legacy);
    const { source } = defaults(legacy.service);
    for (const action of ["update", "pause", "resume", "delete"]) {
      const body: Record<string, string> = action === "update" ? { type: "rbl" } : {};
      expect((await program.post(`/rbl/${action}/${source}.json`, body)).status).toBe(409);
    }
    expect(legacy.service.account.find(source)).toMatchObject({ paused: false });
  });

  test("only one group is default, and it is used on new hosts and contacts when no group is given", async () => {
    const legacy = await start();
    const program = oldProgram(legacy);
    const { body } = await program.post("/contactgroup/add.json", { name: "Night", is_default: 1 });
    const { body: listed } = await program.get("/contactgroups.json");
    expect(listed.data.map(({ is_default }: { is_default: number }) => is_default)).toEqual([0, 1]);
    const host = await program.post("/host/add.json", { host: "192.0.2.1", name: "Mail", type: "rbl" });
    const contact = { contact: "ops@example.org", type: "email", schedule: "every_check" };
    for (const id of [addedId(host), addedId(await program.post("/contact/add.json", contact))]) {
      expect(legacy.service.account.find(id)).toMatchObject({ contact_group: [body.data.id] });
    }
  });
}
