import { Interfaces } from "./interfaces";

let both: Interfaces;
beforeEach(async () => {
  both = await Interfaces.open();
});
afterEach(() => both.close());

describe("an account that both versions return alike", () => {
  it("has no obstacles, whatever differs in names, flags and fields that 3.0 does not return", async () => {
    both.change(both.id("host"), { tags: ["a"], listed: true });
    const report = await both.report();
    expect(report).toMatchObject({ code: 0, plans_empty: true, differences: [], only: [], notes: [] });
    expect(report.kinds.map(({ kind, legacy, current }) => [kind, legacy === current])).toEqual(
      ["host", "monitoring_profile", "source", "contact", "contact_group"].map((kind) => [kind, true]),
    );
  });

  it("costs a request for each list of each interface, and says so", async () => {
    const { requests } = await both.report();
    expect(requests).toEqual({ legacy: 5, current: 5 });
    expect([both.legacy.requestCount, both.current.requestCount]).toEqual([5, 5]);
    expect((await both.run()).stdout).toContain("10 requests sent: 5 to version 3.0, 5 to 4.0.");
  });
});

describe("an object that the versions return differently", () => {
  it.each([
    ["a name", { name: "Post" }, "name", "Mail", "Post"],
    ["a pause", { paused: true }, "paused", false, true],
  ])("is an obstacle, with both values: %s", async (_, change, field, legacy, current) => {
    both.current.account.change(both.id("host"), change);
    expect(await both.report()).toMatchObject({
      code: 2,
      plans_empty: false,
      differences: [
        {
          kind: "host",
          id: both.id("host"),
          key: "mx.example.com",
          field,
          legacy,
          current,
          reason: expect.any(String),
        },
      ],
    });
  });

  it("is an obstacle with the reason, where 3.0 returns one contact group of several", async () => {
    const { id } = both.current.account.add("contact_group", { name: "Night" });
    const host = both.id("host");
    const groups = both.current.account.objects("host")[0]?.contact_group ?? [];
    both.current.account.change(host, { contact_group: [...groups, id] });
    const { differences } = await both.report();
    expect(differences).toMatchObject([
      { field: "contact_group", reason: expect.stringContaining("declare all of them") },
    ]);
  });

  it("is not an obstacle if it is equal when both are read again", async () => {
    const host = both.id("host");
    both.current.account.change(host, { name: "Post" });
    // Both lists have been read when the host is read by itself.
    both.current.configure({
      latency: ({ path }) => {
        if (path.endsWith(host)) both.current.account.change(host, { name: "Mail" });
        return 0;
      },
    });
    expect(await both.report()).toMatchObject({ code: 0, differences: [] });
  });

  it("is read again with its list if many differ", async () => {
    for (const { id } of both.current.account.objects("source").slice(0, 30)) {
      both.current.account.change(id, { host: `other-${id.slice(2, 10).toLowerCase()}.example.com` });
    }
    const { code, differences, requests } = await both.report();
    // Those sources are built in, so no plan holds them.
    expect(code).toBe(0);
    expect(differences).toHaveLength(30);
    expect(requests).toEqual({ legacy: 6, current: 6 });
  });

  it("is not in the way where it is a result of checks, or counted", async () => {
    both.current.account.change(both.id("host"), {
      ...{ listed: true, lastChecked: 1_800_000_000_000, firstListed: 1_800_000_000_000 },
      listings: [{ id: both.id("source"), host: "bl.example.com", details: "127.0.0.2" }],
    });
    expect(await both.report()).toMatchObject({ code: 0, differences: [] });
  });
});

describe("an object that one interface alone shows", () => {
  it("through 3.0 is in the way: Terraform would take it for gone", async () => {
    both.current.account.remove(both.id("contact"));
    const [contact] = both.legacy.account.objects("contact");
    expect(await both.report()).toMatchObject({
      code: 2,
      only: [
        {
          kind: "contact",
          id: contact?.id,
          through: "3.0",
          in_the_way: true,
          reason: expect.stringContaining("Terraform would plan to create it again"),
        },
      ],
    });
  });

  it("is the same through both where version 3.0 does not return the type of a source", async () => {
    both.change(both.id("source"), { type: "rbl_v6" });
    expect(await both.report()).toMatchObject({ code: 0, plans_empty: true, differences: [], only: [] });
  });

  it("through 4.0 is reported, and is not an obstacle", async () => {
    const { id } = both.current.account.add("source", { host: "v6.example.com", type: "rbl_v6" });
    expect(await both.report()).toMatchObject({
      code: 0,
      only: [{ id, through: "4.0", in_the_way: false, reason: "version 3.0 knows no source of type rbl_v6" }],
    });
  });

  it("is nothing where it was deleted while the lists were read", async () => {
    const contact = both.id("contact");
    both.current.account.remove(contact);
    let reads = 0;
    both.legacy.configure({
      latency: ({ path }) => {
        if (path.includes(contact) && ++reads === 1) both.legacy.account.remove(contact);
        return 0;
      },
    });
    expect(await both.report()).toMatchObject({ code: 0, only: [] });
    expect(reads).toBe(1);
  });
});

describe("a state", () => {
  it("that equals both versions plans no changes after the switch", async () => {
    const state = await both.stateOf(both.id("host"), both.id("source"), both.id("contact"));
    expect(await both.report("--state", state)).toMatchObject({
      code: 0,
      declared: 3,
      states: ["state.json"],
      state_differences: [],
    });
    expect((await both.run("--state", state)).stdout).toContain(
      "Switching plans no changes: 3 declared objects",
    );
  });

  it("that differs only from 4.0 would plan a change: the switch is the cause", async () => {
    const state = await both.stateOf(both.id("source"));
    both.current.account.change(both.id("source"), { host: "other.example.com" });
    const { code, state_differences } = await both.report("--state", state);
    expect(code).toBe(2);
    expect(state_differences).toMatchObject([
      {
        address: "rblmonitor_source.object_0",
        type: "changed",
        cause: "switch",
        attributes: [{ name: "host", before: "bl.example.com", after: "other.example.com" }],
      },
    ]);
  });

  it("that differs from both has drifted: the switch is not the cause", async () => {
    const state = await both.stateOf(both.id("host"));
    both.change(both.id("host"), { name: "Post" });
    const report = await both.report("--state", state);
    expect(report).toMatchObject({ code: 2, differences: [], state_differences: [{ cause: "drift" }] });
    expect((await both.run("--state", state)).stdout).toContain("It differs through version 3.0 too");
  });

  it("of an object that only 4.0 does not have would create it again", async () => {
    const id = both.id("contact");
    const state = await both.stateOf(id);
    both.current.account.remove(id);
    expect((await both.report("--state", state)).state_differences).toMatchObject([
      { id, type: "gone", cause: "switch", attributes: [] },
    ]);
  });

  it("is read from a folder, too", async () => {
    const { code, stderr } = await both.run("--chdir", "none");
    expect([code, stderr]).toEqual([1, expect.stringContaining("The folder none does not exist.")]);
  });
});

describe("a kind that the account's plan does not have", () => {
  it("is reported, and is not an obstacle", async () => {
    for (const service of [both.legacy, both.current]) service.configure({ plan: "free" });
    const { code, kinds, notes } = await both.report();
    expect(code).toBe(0);
    expect(kinds.map(({ kind }) => kind)).toEqual(["host", "contact", "contact_group"]);
    expect(notes.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^Version 3\.0: Sources were not/),
    );
  });

  it("through one version only is reported", async () => {
    both.legacy.configure({ plan: "free" });
    const { notes } = await both.report();
    expect(notes.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^Version 3\.0: Sources were not read/),
    );
  });
});

it("asks for nothing else than to read", async () => {
  both.current.account.remove(both.id("contact"));
  both.current.account.change(both.id("host"), { name: "x" });
  await both.report("--state", await both.stateOf(both.id("host")));
  const methods = [both.legacy, both.current].flatMap(({ requests }) => requests.map(({ method }) => method));
  expect(new Set(methods)).toEqual(new Set(["GET"]));
});
