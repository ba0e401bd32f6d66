import { group, host, lists, lostAfter, lostBefore, named, ofPosts, posts } from "./create-fixtures";
import { beginRun, closeRuns, emulated } from "./run";

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

  it.each(lostBefore)("is sent once more when it is not there after a second look (%s)", async (fault) => {
    const service = await emulated();
    service.faults.arm(ofPosts(fault));
    const managed = group();
    const { errors, warnings } = await (await beginRun(service)).apply(managed);
    expect([...errors, ...warnings]).toEqual([]);
    expect(managed.ids).toEqual(named(service, "contact_group", "Operations").map(({ id }) => id));
    expect(managed.ids).toHaveLength(1);
    expect(posts(service)).toHaveLength(2);
    expect(lists(service)).toHaveLength(3);
  });

  it("is not sent a third time, and the error says that nothing was created", async () => {
    const service = await emulated();
    service.faults.arm(ofPosts("500-before", 9));
    const managed = group();
    const { errors } = await (await beginRun(service)).apply(managed);
    expect(errors).toEqual([expect.stringMatching(/500.*nothing was created/s)]);
    expect(posts(service)).toHaveLength(2);
    expect(managed.state).toBeNull();
  });

  it("is adopted when only the second one took effect, unanswered", async () => {
    const service = await emulated();
    service.faults.arm(ofPosts("drop-before"));
    service.faults.arm(ofPosts("drop-after"));
    const managed = group();
    expect((await (await beginRun(service)).apply(managed)).errors).toEqual([]);
    expect(named(service, "contact_group", "Operations").map(({ id }) => id)).toEqual(managed.ids);
  });

  it("that takes effect between the two looks is adopted", async () => {
    const service = await emulated();
    service.faults.arm(ofPosts("drop-before"));
    let looked = 0;
    service.configure({
      latency: ({ method }) => {
        if (method === "GET" && ++looked === 3) service.account.add("contact_group", { name: "Operations" });
        return 0;
      },
    });
    const managed = group();
    expect((await (await beginRun(service)).apply(managed)).errors).toEqual([]);
    expect(managed.ids).toEqual(named(service, "contact_group", "Operations").map(({ id }) => id));
    expect(posts(service)).toHaveLength(1);
  });

  it("that takes effect only when it was sent again is adopted although the second is refused", async () => {
    const service = await emulated({ sameHost: "conflict" });
    service.faults.arm(ofPosts("drop-before"));
    const managed = host(service);
    const { name = "", profile, contact_groups: groups } = managed.config;
    service.configure({
      latency: ({ method }) => {
        if (method === "POST" && posts(service).length === 2)
          service.account.add("host", { host: "mail.example.com", name, profile, contact_group: groups });
        return 0;
      },
    });
    const { errors } = await (await beginRun(service)).apply(managed);
    expect(errors).toEqual([]);
    expect(service.account.objects("host").map(({ id }) => id)).toEqual(managed.ids);
  });

  it("that failed validation is reported with the message of the API, and leaves nothing behind", async () => {
    const service = await emulated({ validationStatus: 500 });
    const managed = host(service, { profile: `RP${"0".repeat(32)}` });
    const { errors } = await (await beginRun(service)).apply(managed);
    expect(errors).toEqual([expect.stringMatching(/there is no monitoring profile.*nothing was created/s)]);
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
      service.faults.arm({ fault: "500-before", method: "GET", times: 3 });
      service.faults.arm(ofPosts(fault));
      const { errors } = await (await beginRun(service, {}, twins)).apply(group());
      for (const { id } of named(service, "contact_group", "Operations"))
        expect(errors[0]).toContain(`terraform import <address of this resource> ${id}`);
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
      // Every other one: those that are sent again come through.
      service.faults.arm(ofPosts(fault, 9, () => posts(service).length % 2 === 1));
      const twins = [group(), group(), group()];
      const run = await beginRun(service);
      const applied = await Promise.all(twins.map((twin) => run.apply(twin)));
      expect(applied.flatMap(({ errors }) => errors)).toEqual([]);
      const ids = twins.flatMap((twin) => twin.ids);
      expect(new Set(ids).size).toBe(3);
      expect(
        named(service, "contact_group", "Operations")
          .map(({ id }) => id)
          .sort(),
      ).toEqual([...ids].sort());
    },
  );
});
