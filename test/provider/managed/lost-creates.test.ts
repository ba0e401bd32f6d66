import { group, host, lists, lostAfter, lostBefore, named, ofPosts, posts } from "./create-fixtures";
import { beginRun, closeRuns, emulated, Managed } from "./run";

afterEach(closeRuns);

describe("a create whose answer is lost", () => {
  it.each(lostAfter)("adopts what it made, with a warning, and sends nothing again (%s)", async (fault) => {
    const service = await emulated();
    service.faults.arm(ofPosts(fault));
    const managed = group();
    const { errors, warnings } = await (await beginRun(service)).apply(managed);
    expect(errors).toEqual([]);
    const [made, ...others] = named(service, "contact_group", "Operations");
    expect(others).toEqual([]);
    expect(managed.ids).toEqual([made?.id]);
    expect(warnings).toEqual([expect.stringContaining(`${made?.id}`)]);
    expect(posts(service)).toHaveLength(1);
  });

  it.each(lostBefore)("is never sent again: the next run creates what is not there (%s)", async (fault) => {
    const service = await emulated();
    service.faults.arm(ofPosts(fault));
    const managed = group();
    const { errors } = await (await beginRun(service)).apply(managed);
    expect(errors).toEqual([
      expect.stringMatching(/sent once.*without finding the contact group "Operations".*Apply again/s),
    ]);
    expect(posts(service)).toHaveLength(1);
    expect(lists(service)).toHaveLength(1 + 4);
    expect(managed.state).toBeNull();
    expect(await (await beginRun(service)).apply(managed)).toMatchObject({ errors: [], warnings: [] });
    expect(managed.ids).toEqual(named(service, "contact_group", "Operations").map(({ id }) => id));
    expect(posts(service)).toHaveLength(2);
  });

  it.each(["429", "429-without-retry-after"] as const)(
    "is sent once more if the service asks for that, and the list lacks it (%s)",
    async (fault) => {
      const service = await emulated();
      service.faults.arm(ofPosts(fault));
      const managed = group();
      expect(await (await beginRun(service)).apply(managed)).toMatchObject({ errors: [], warnings: [] });
      expect(managed.ids).toEqual(named(service, "contact_group", "Operations").map(({ id }) => id));
      expect([posts(service).length, lists(service).length]).toEqual([2, 1 + 4]);
    },
  );

  it("is not sent a third time", async () => {
    const service = await emulated();
    service.faults.arm(ofPosts("429", 2));
    const { errors } = await (await beginRun(service)).apply(group());
    expect(errors).toEqual([
      expect.stringMatching(/Service error: .*sent twice.*without finding the contact group/s),
    ]);
    expect(posts(service)).toHaveLength(2);
  });

  it("is not sent again while the list cannot be read", async () => {
    const service = await emulated();
    const run = await beginRun(service);
    await run.plan(group());
    service.faults.arm(ofPosts("429"));
    service.faults.arm({ fault: "500-before", method: "GET", times: 99 });
    const { errors } = await run.apply(group());
    expect(errors).toEqual([expect.stringContaining("could not be searched")]);
    expect(posts(service)).toHaveLength(1);
  });

  it("and that shows in no known form of its name is reported, but not the object of another create", async () => {
    const service = await emulated();
    const run = await beginRun(service);
    await run.apply(group("First"));
    const other = group("Other");
    await run.plan(other);
    let added: string | undefined;
    service.faults.arm(
      ofPosts("500-before", 1, () => {
        service.account.add("contact_group", { name: "Other" });
        added = service.account.add("contact_group", { name: "Mail ? team" }).id;
        return true;
      }),
    );
    const { errors } = await run.apply(group("Mail \u{1f680} team"));
    const report = `The account has the contact group ${added} "Mail \\? team", since.*import \\{`;
    expect(errors).toEqual([expect.stringMatching(new RegExp(report, "s"))]);
  });

  it("is searched for briefly once three searches have found nothing", async () => {
    const service = await emulated();
    service.faults.arm(ofPosts("500-before", 9));
    const run = await beginRun(service);
    for (const name of ["A", "B", "C", "D", "E"]) await run.apply(group(name));
    expect(posts(service)).toHaveLength(5);
    expect(lists(service)).toHaveLength(1 + 3 * 4 + 2 * 2);
  });

  it.each([
    ["as it was sent", "Operations"],
    ["in a form that the service may have stored", "operations"],
  ])("and that appears after the search, %s, is reported by the next run", async (_, name) => {
    const service = await emulated();
    service.faults.arm(ofPosts("drop-before"));
    const managed = group();
    await (await beginRun(service)).apply(managed);
    const { id } = service.account.add("contact_group", { name });
    const { errors } = await (await beginRun(service)).apply(managed);
    expect(errors).toEqual([expect.stringMatching(new RegExp(`already exists.*${id}.*import \\{`, "s"))]);
    expect(posts(service)).toHaveLength(1);
  });

  it.each([
    ["contact_group", { name: "Night shift " }, { name: "Night shift" }],
    ["contact_group", { name: "A & B" }, { name: "A &amp; B" }],
    ["contact", { contact: "+1 555-010-0199", type: "sms" }, { contact: "+15550100199", type: "sms" }],
    ["contact", { contact: "Ops@example.com", type: "email" }, { contact: "ops@example.com", type: "email" }],
  ] as const)("of a %s that is stored in another form is a doubt: %j", async (kind, sent, stored) => {
    const service = await emulated();
    const groups = [service.account.objects("contact_group")[0]?.id ?? ""];
    const isContact = kind === "contact";
    service.faults.arm(ofPosts("drop-before"));
    let id = "";
    service.configure({
      latency: ({ method }) => {
        const more = isContact && { schedule: "start_and_end", contact_group: groups };
        if (method === "POST") id = service.account.add(kind, { ...stored, ...more } as never).id;
        return 0;
      },
    });
    const managed = new Managed(kind, { ...sent, ...(isContact && { contact_groups: groups }) });
    const { errors } = await (await beginRun(service)).apply(managed);
    expect(errors).toEqual([
      expect.stringMatching(new RegExp(`may be .*${id}.*import \\{.*id = "${id}"`, "s")),
    ]);
    expect((await (await beginRun(service)).apply(managed)).errors).toEqual([expect.stringContaining(id)]);
    expect(posts(service)).toHaveLength(1);
  });

  it.each([1, 2, 3, 4])("that the list shows only in reading %i after it is adopted", async (reading) => {
    const service = await emulated();
    service.faults.arm(ofPosts("drop-before"));
    let looked = 0;
    service.configure({
      latency: ({ method }) => {
        if (method === "GET" && ++looked === 1 + reading)
          service.account.add("contact_group", { name: "Operations" });
        return 0;
      },
    });
    const managed = group();
    const { errors, warnings } = await (await beginRun(service)).apply(managed);
    expect([errors, warnings]).toEqual([[], [expect.stringContaining(managed.ids[0] ?? "none")]]);
    expect(managed.ids).toEqual(named(service, "contact_group", "Operations").map(({ id }) => id));
    expect(posts(service)).toHaveLength(1);
  });

  it("that failed validation is reported with the message of the API, and leaves nothing behind", async () => {
    const service = await emulated({ validationStatus: 500 });
    const managed = host(service, { profile: `RP${"0".repeat(32)}` });
    const { errors } = await (await beginRun(service)).apply(managed);
    expect(errors).toEqual([expect.stringMatching(/there is no monitoring profile.*without finding/s)]);
    expect(service.account.objects("host")).toEqual([]);
  });

  it("is an error with what to look for when the account cannot be searched, and not sent again", async () => {
    const service = await emulated();
    service.faults.arm(ofPosts("drop-after"));
    service.faults.arm({
      ...{ fault: "500-before", method: "GET", times: 99 },
      matching: () => posts(service).length > 0,
    });
    const managed = group();
    const { errors } = await (await beginRun(service)).apply(managed);
    expect(errors).toEqual([
      expect.stringMatching(/could not be searched.*contact group "Operations".*terraform import/s),
    ]);
    expect(posts(service)).toHaveLength(1);
  });

  it("waits for a service that restarts before it looks", async () => {
    const service = await emulated();
    service.faults.arm(ofPosts("drop-after"));
    const managed = group();
    const run = await beginRun(service);
    service.faults.arm({
      fault: "500-before",
      method: "GET",
      times: 3,
      matching: () => posts(service).length > 0,
    });
    expect((await run.apply(managed)).errors).toEqual([]);
    expect(managed.ids).toEqual(named(service, "contact_group", "Operations").map(({ id }) => id));
  });
});

describe("an object from before a create", () => {
  const twins = { allowDuplicates: true };

  it("is never adopted, even if it is the same", async () => {
    const service = await emulated();
    const there = service.account.add("contact_group", { name: "Operations" });
    service.faults.arm(ofPosts("drop-before"));
    const managed = group();
    const { errors } = await (await beginRun(service, {}, twins)).apply(managed);
    expect(errors).toEqual([expect.stringContaining("without finding")]);
    expect(named(service, "contact_group", "Operations").map(({ id }) => id)).toEqual([there.id]);
    expect((await (await beginRun(service, {}, twins)).apply(managed)).errors).toEqual([]);
    expect(managed.ids).not.toEqual([there.id]);
    expect(named(service, "contact_group", "Operations")).toHaveLength(2);
  });

  it("does not hide the created object", async () => {
    const service = await emulated();
    const there = service.account.add("contact_group", { name: "Operations" });
    service.faults.arm(ofPosts("drop-after"));
    const managed = group();
    expect((await (await beginRun(service, {}, twins)).apply(managed)).errors).toEqual([]);
    expect(named(service, "contact_group", "Operations").map(({ id }) => id)).toEqual([
      there.id,
      ...managed.ids,
    ]);
  });

  it.each(["drop-before", "drop-after"] as const)(
    "is unknown if the list cannot be read, so that a create that allows duplicates is left to the user (%s)",
    async (fault) => {
      const service = await emulated();
      service.account.add("contact_group", { name: "Operations" });
      // The plan reads it, too.
      service.faults.arm({ fault: "500-before", method: "GET", times: 6 });
      service.faults.arm(ofPosts(fault));
      const { errors } = await (await beginRun(service, {}, twins)).apply(group());
      for (const { id } of named(service, "contact_group", "Operations"))
        expect(errors[0]).toContain(`id = "${id}"`);
      expect(posts(service)).toHaveLength(1);
    },
  );

  it("is read once for all creates of a kind, a long list to its end", async () => {
    const service = await emulated({ maxPageSize: 50 });
    for (let n = 0; n < 600; n++) service.account.add("host", { host: `other-${n}.example.com` });
    const run = await beginRun(service);
    await Promise.all([1, 2, 3].map((n) => run.apply(host(service, { host: `mail-${n}.example.com` }))));
    expect(lists(service)).toHaveLength(12);
  });
});

describe("creates of identical objects", () => {
  it.each([...lostAfter, ...lostBefore])(
    "get an object each, whatever becomes of their answers (%s)",
    async (fault) => {
      const service = await emulated();
      service.faults.arm(ofPosts(fault, 9, () => posts(service).length % 2 === 1));
      const twins = [group(), group(), group()];
      const run = await beginRun(service);
      const applied = await Promise.all(twins.map((twin) => run.apply(twin)));
      const hasFailed = lostBefore.includes(fault);
      expect(applied.flatMap(({ errors }) => errors)).toHaveLength(hasFailed ? 2 : 0);
      await service.faults.clear();
      const next = await beginRun(service, {}, { allowDuplicates: true });
      for (const twin of twins) expect((await next.apply(twin)).errors).toEqual([]);
      const ids = twins.flatMap((twin) => twin.ids);
      expect(new Set(ids).size).toBe(3);
      expect(
        named(service, "contact_group", "Operations")
          .map(({ id }) => id)
          .sort(),
      ).toEqual([...ids].sort());
      expect(posts(service)).toHaveLength(hasFailed ? 5 : 3);
    },
  );
});
