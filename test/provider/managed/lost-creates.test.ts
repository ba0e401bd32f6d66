import type { FaultName } from "../../../src/emulator/faults";
import type { RecordedRequest } from "../../../src/emulator/request-log";
import type { Kind } from "../../../src/service/kinds";
import { beginRun, closeRuns, emulated, Managed } from "./run";

jest.setTimeout(30_000);
afterEach(closeRuns);

type Service = Awaited<ReturnType<typeof emulated>>;

const group = (name = "Operations") => new Managed("contact_group", { name });
const host = (service: Service, more = {}) => {
  const { account } = service;
  return new Managed("host", {
    host: "mail.example.com",
    name: "Mail",
    profile: account.objects("monitoring_profile")[0]?.id ?? "",
    contact_groups: [account.objects("contact_group")[0]?.id ?? ""],
    ...more,
  });
};
const posts = ({ requests }: Service) => requests.filter(({ method }) => method === "POST");
const lists = ({ requests }: Service) => requests.filter(({ method }) => method === "GET");
const named = (service: Service, kind: Kind, name: string) =>
  service.account.objects(kind).filter((one) => one.name === name);
const ofPosts = (fault: FaultName, times = 1, matching?: (request: RecordedRequest) => boolean) => ({
  ...{ fault, times, method: "POST" },
  ...(matching && { matching }),
});

const lostAfter: readonly FaultName[] = [
  "drop-after",
  "500-after",
  "cut-body",
  "cut-json",
  "other-shape",
  "empty",
];
const lostBefore: readonly FaultName[] = ["drop-before", "500-before", "502-html"];

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

  it("that was a failure of validation is told in the service's words, and leaves nothing behind", async () => {
    const service = await emulated({ validationStatus: 500 });
    const managed = host(service, { profile: `RP${"0".repeat(32)}` });
    const { errors } = await (await beginRun(service)).apply(managed);
    expect(errors).toEqual([expect.stringMatching(/there is no monitoring profile.*nothing was created/s)]);
    expect(service.account.objects("host")).toEqual([]);
  });

  it("is an error with what to look for when the account cannot be looked through, and not sent again", async () => {
    const service = await emulated();
    service.faults.arm(ofPosts("drop-after"));
    service.faults.arm({ fault: "500-before", method: "GET", times: 99 });
    const managed = group();
    const { errors } = await (await beginRun(service)).apply(managed);
    expect(errors).toEqual([
      expect.stringMatching(/could not be looked through.*contact group "Operations".*terraform import/s),
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

describe("what was there before a create", () => {
  it("is never taken for what it made, even if it is the same", async () => {
    const service = await emulated();
    const there = service.account.add("contact_group", { name: "Operations" });
    service.faults.arm(ofPosts("drop-before"));
    const managed = group();
    expect((await (await beginRun(service)).apply(managed)).errors).toEqual([]);
    expect(managed.ids).not.toEqual([there.id]);
    expect(named(service, "contact_group", "Operations")).toHaveLength(2);
  });

  it("does not hide what it made", async () => {
    const service = await emulated();
    const there = service.account.add("contact_group", { name: "Operations" });
    service.faults.arm(ofPosts("drop-after"));
    const managed = group();
    expect((await (await beginRun(service)).apply(managed)).errors).toEqual([]);
    expect(named(service, "contact_group", "Operations").map(({ id }) => id)).toEqual([
      there.id,
      ...managed.ids,
    ]);
  });

  it.each(["drop-before", "drop-after"] as const)(
    "is not known of a list that cannot be read, so that what may have twins is left to a person (%s)",
    async (fault) => {
      const service = await emulated();
      service.account.add("contact_group", { name: "Operations" });
      service.faults.arm({ fault: "500-before", method: "GET", times: 3 });
      service.faults.arm(ofPosts(fault));
      const { errors } = await (await beginRun(service)).apply(group());
      for (const { id } of named(service, "contact_group", "Operations"))
        expect(errors[0]).toContain(`terraform import <address of this resource> ${id}`);
      expect(posts(service)).toHaveLength(1);
    },
  );

  it("is read once for all creates of a kind, and of a long list only the first page", async () => {
    const service = await emulated({ maxPageSize: 50 });
    for (let n = 0; n < 600; n++) service.account.add("host", { host: `other-${n}.example.com` });
    const run = await beginRun(service);
    await Promise.all([1, 2, 3].map((n) => run.apply(host(service, { host: `mail-${n}.example.com` }))));
    expect(lists(service)).toHaveLength(1);
  });
});

describe("creates that could be taken for each other", () => {
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
    for (const { id } of found)
      expect(errors[0]).toContain(`terraform import <address of this resource> ${id}`);
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
    service.faults.arm(ofPosts("drop-after", 10));
    const run = await beginRun(service);
    const hosts = Array.from({ length: 10 }, (_, n) => host(service, { host: `mail-${n}.example.com` }));
    const applied = await Promise.all(hosts.map((one) => run.apply(one)));
    expect(applied.flatMap(({ errors }) => errors)).toEqual([]);
    expect(new Set(hosts.flatMap(({ ids }) => ids)).size).toBe(10);
    expect(lists(service).length).toBeLessThanOrEqual(1 + 3);
  });

  it("goes by what the fields mean, in whatever form the service tells them", async () => {
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

  it("does not take an object that has what was not sent", async () => {
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
    const net = (service: Service) => host(service, { host: "192.0.2.9/30", name: "Net" });

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

    it.each(lostBefore)("is sent again when nothing of it is there (%s)", async (fault) => {
      const service = await emulated({ subnetCreate });
      service.faults.arm(ofPosts(fault));
      const managed = net(service);
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
    it("of which only a part is there is an error with the SID of each host", async () => {
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
