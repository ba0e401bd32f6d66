import type { Emulator } from "../../../src/emulator/emulator";
import { group, host, lists, lostAfter, lostBefore, named, ofPosts, posts } from "./create-fixtures";
import { beginRun, closeRuns, emulated, Managed } from "./run";

afterEach(closeRuns);

describe("a look-up", () => {
  it("that finds several is an error with the SID and the command of each", async () => {
    const service = await emulated();
    service.faults.arm(ofPosts("drop-after"));
    service.configure({
      latency: ({ method }) => {
        if (method === "POST") service.account.add("contact_group", { name: "Operations" });
        return 0;
      },
    });
    const managed = group();
    const { errors } = await (await beginRun(service)).apply(managed);
    const found = named(service, "contact_group", "Operations");
    expect(found).toHaveLength(2);
    for (const { id } of found) expect(errors[0]).toContain(`id = "${id}"`);
    expect(posts(service)).toHaveLength(1);
  });

  it("that finds something in its place that is not as it was sent is an error with its SID", async () => {
    const service = await emulated();
    service.faults.arm(ofPosts("drop-before"));
    service.configure({
      latency: ({ method }) => {
        if (method === "POST") service.account.add("host", { host: "MAIL.example.com.", name: "Another" });
        return 0;
      },
    });
    const { errors } = await (await beginRun(service)).apply(host(service));
    expect(errors).toEqual([expect.stringContaining(service.account.objects("host")[0]?.id ?? "")]);
    expect(posts(service)).toHaveLength(1);
  });

  it("is shared by creates that fail together", async () => {
    const service = await emulated();
    // All creates have failed before the first reading ends.
    service.configure({ latency: ({ method }) => (method === "GET" ? 100 : 0) });
    service.faults.arm(ofPosts("drop-after", 10));
    const run = await beginRun(service);
    const hosts = Array.from({ length: 10 }, (_, n) => host(service, { host: `mail-${n}.example.com` }));
    const applied = await Promise.all(hosts.map((one) => run.apply(one)));
    expect(applied.flatMap(({ errors }) => errors)).toEqual([]);
    expect(new Set(hosts.flatMap(({ ids }) => ids)).size).toBe(10);
    // Each create opens a connection, and so fails at a time of its own.
    expect(lists(service).length).toBeLessThanOrEqual(1 + 4);
  });

  it.each([
    [2, 2 + 4, "without finding"],
    [5, 6, "could not be searched for it: The list changed while it was read"],
  ])("does not trust a list that changed while it was read, %i times", async (times, readings, outcome) => {
    const service = await emulated({ maxPageSize: 50 });
    for (let n = 0; n < 60; n++) service.account.add("contact_group", { name: `Group ${n}` });
    service.faults.arm(ofPosts("drop-before"));
    let changes = times;
    service.configure({
      latency: ({ method, query }) => {
        const isLook = posts(service).length > 0 && method === "GET" && query.page === "2";
        if (isLook && changes-- > 0) service.account.add("contact_group", { name: `Another ${changes}` });
        return 0;
      },
    });
    const { errors } = await (await beginRun(service)).apply(group());
    expect(errors).toEqual([expect.stringMatching(new RegExp(outcome, "i"))]);
    expect(posts(service)).toHaveLength(1);
    expect(service.requests.filter(({ query }) => query.page === "1")).toHaveLength(1 + readings);
  });

  it("compares the meaning of fields, in any form that the service returns", async () => {
    const service = await emulated({
      ...{
        lists: "csv",
        listItemOrder: "reversed",
        booleans: "digit-text",
        idKey: "sid",
        names: "canonical",
      },
    });
    const groups = [1, 2].map((n) => service.account.add("contact_group", { name: `Group ${n}` }).id);
    service.faults.arm(ofPosts("drop-after", 3));
    const [profile = ""] = service.account.objects("certificate_profile").map(({ id }) => id);
    const all = [
      host(service, { host: "Mail.EXAMPLE.com.", contact_groups: groups, tags: ["a", "b"] }),
      new Managed("certificate_profile", {
        name: "Strict",
        expiration_thresholds: [30, 5, 0],
        alert_on_caa_failure: true,
        alert_on_changes: false,
      }),
      new Managed("certificate_monitor", {
        ...{
          hostname: "Shop.example.com.",
          protocol: "https",
          name: "Shop",
          profile,
          contact_groups: groups,
        },
      }),
    ];
    const run = await beginRun(service);
    const applied = await Promise.all(all.map((one) => run.apply(one)));
    expect(applied.flatMap(({ errors }) => errors)).toEqual([]);
    expect(posts(service)).toHaveLength(3);
    expect(all.map(({ ids }) => ids.length)).toEqual([1, 1, 1]);
  });

  it("knows an object again that was made the default, although another one is the default by now", async () => {
    const service = await emulated();
    service.faults.arm(ofPosts("drop-after"));
    let looked = 0;
    service.configure({
      latency: ({ method }) => {
        if (method === "GET" && ++looked === 2)
          service.account.add("contact_group", { name: "Another", is_default: true });
        return 0;
      },
    });
    const managed = new Managed("contact_group", { name: "Operations", is_default: true });
    expect((await (await beginRun(service)).apply(managed)).errors).toEqual([]);
    expect(managed.ids).toEqual(named(service, "contact_group", "Operations").map(({ id }) => id));
  });

  it("does not adopt an object with values that were not sent", async () => {
    const service = await emulated();
    service.faults.arm(ofPosts("drop-before"));
    const managed = host(service);
    const { name, profile, contact_groups: groups } = managed.config;
    service.configure({
      latency: ({ method }) => {
        const more = { name, profile, contact_group: groups, tags: ["theirs"] };
        if (method === "POST") service.account.add("host", { host: "mail.example.com", ...more });
        return 0;
      },
    });
    const { errors } = await (await beginRun(service)).apply(managed);
    expect(errors).toEqual([expect.stringContaining(service.account.objects("host")[0]?.id ?? "")]);
  });

  it.each(["kept", "split"] as const)(
    "knows a monitor with a port again (%s)",
    async (monitorHostnamePort) => {
      const service = await emulated({ monitorHostnamePort });
      service.faults.arm(ofPosts("drop-after"));
      const { account } = service;
      const managed = new Managed("certificate_monitor", {
        hostname: "shop.example.com:8443",
        protocol: "https",
        name: "Shop",
        profile: account.objects("certificate_profile")[0]?.id ?? "",
        contact_groups: [account.objects("contact_group")[0]?.id ?? ""],
      });
      expect((await (await beginRun(service)).apply(managed)).errors).toEqual([]);
      expect(managed.ids).toEqual(account.objects("certificate_monitor").map(({ id }) => id));
    },
  );

  it("ends at once when Terraform asks to stop, and says what to look for", async () => {
    const service = await emulated();
    service.faults.arm(ofPosts("drop-after"));
    const run = await beginRun(service);
    service.configure({
      latency: ({ method }) => {
        if (method === "POST") run.stop();
        return 0;
      },
    });
    const { errors } = await run.apply(group());
    expect(errors).toEqual([expect.stringMatching(/may have been created.*contact group "Operations"/s)]);
    expect(lists(service)).toHaveLength(1);
  });
});

describe.each(["flat", "one", "parent-and-children"] as const)(
  "a subnet (%s) whose answer is lost",
  (subnetCreate) => {
    const net = (service: Emulator) => host(service, { host: "192.0.2.9/30", name: "Net" });

    it.each(lostAfter)("is adopted with every host of it (%s)", async (fault) => {
      const service = await emulated({ subnetCreate });
      service.faults.arm(ofPosts(fault));
      const managed = net(service);
      const { errors } = await (await beginRun(service)).apply(managed);
      expect(errors).toEqual([]);
      expect([...managed.ids].sort()).toEqual(
        service.account
          .objects("host")
          .map(({ id }) => id)
          .sort(),
      );
      expect(managed.state?.id).toBe(service.account.objects("host")[0]?.id);
      expect(posts(service)).toHaveLength(1);
      expect((await (await beginRun(service)).apply(managed)).isEmpty).toBe(true);
    });

    it.each(lostBefore)("is not sent again when none of its hosts exists (%s)", async (fault) => {
      const service = await emulated({ subnetCreate });
      service.faults.arm(ofPosts(fault));
      const managed = net(service);
      const { errors } = await (await beginRun(service)).apply(managed);
      expect(errors).toEqual([expect.stringContaining("without finding")]);
      expect(posts(service)).toHaveLength(1);
      expect((await (await beginRun(service)).apply(managed)).errors).toEqual([]);
      expect([...managed.ids].sort()).toEqual(
        service.account
          .objects("host")
          .map(({ id }) => id)
          .sort(),
      );
      expect(posts(service)).toHaveLength(2);
    });

    if (subnetCreate === "one") return;
    it("is waited for as long as it grows", async () => {
      const service = await emulated({ subnetCreate });
      const managed = net(service);
      const { name, profile, contact_groups: groups } = managed.config;
      const fields = { name, profile, contact_group: groups };
      const isFlat = subnetCreate === "flat";
      const places = ["192.0.2.8", "192.0.2.9", "192.0.2.10", "192.0.2.11"];
      const coming = [...(isFlat ? [] : ["192.0.2.8/30"]), ...places];
      service.faults.arm(ofPosts("drop-before"));
      service.configure({
        latency: ({ method }) => {
          const host = coming[0];
          if (method === "GET" && posts(service).length > 0 && host !== undefined) {
            coming.shift();
            const parent = isFlat ? null : (service.account.objects("host")[0]?.id ?? null);
            service.account.add("host", { ...fields, host, parent });
          }
          return 0;
        },
      });
      expect((await (await beginRun(service)).apply(managed)).errors).toEqual([]);
      expect([...managed.ids].sort()).toEqual(
        service.account
          .objects("host")
          .map(({ id }) => id)
          .sort(),
      );
      expect(service.account.objects("host")).toHaveLength(isFlat ? 4 : 5);
      expect(posts(service)).toHaveLength(1);
    });

    it("that exists only in part is an error with the SID of each host", async () => {
      const service = await emulated({ subnetCreate });
      service.faults.arm(ofPosts("drop-after"));
      service.configure({
        latency: ({ method }) => {
          const last = service.account.objects("host").at(-1);
          if (method === "GET" && last !== undefined && service.account.objects("host").length > 3)
            service.account.remove(last.id);
          return 0;
        },
      });
      const managed = net(service);
      const { errors } = await (await beginRun(service)).apply(managed);
      for (const { id } of service.account.objects("host")) expect(errors[0]).toContain(id);
      expect(service.account.objects("host")).toHaveLength(3);
      expect(posts(service)).toHaveLength(1);
    });
  },
);
