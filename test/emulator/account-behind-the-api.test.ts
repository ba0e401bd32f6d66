import { call, emulators } from "./api";
import { createBodies, defaults } from "./bodies";

const start = emulators();

describe("the account behind the API's back", () => {
  test("shows what the API created", async () => {
    const service = await start();
    const { body } = await call(service, "POST", "/rbl/hosts", createBodies(service).host);
    expect(service.account.find(body.data[0].id)).toMatchObject({ name: "Host 1", tags: ["a", "b"] });
    expect(service.account.objects("host").map(({ host }) => host)).toEqual(["192.0.2.1"]);
  });

  test("changes what the API shows", async () => {
    const service = await start();
    const { id } = service.account.add("host", { host: "192.0.2.1" });
    service.account.change(id, { name: "Renamed", paused: true, tags: ["x"] });
    expect((await call(service, "GET", `/rbl/hosts/${id}`)).body.data[0]).toMatchObject({
      ...{ name: "Renamed", status: "paused", tags: ["x"] },
    });
  });

  test("removes without any rule", async () => {
    const service = await start();
    const { profile } = defaults(service);
    expect(service.account.remove(profile)).toBe(true);
    expect(service.account.remove(profile)).toBe(false);
    expect((await call(service, "GET", `/rbl/profiles/${profile}`)).status).toBe(404);
  });

  test("adds hosts that use the default profile and group", async () => {
    const service = await start();
    const { profile, group } = defaults(service);
    expect(service.account.add("host", { host: "192.0.2.1" })).toMatchObject({
      profile,
      contact_group: [group],
    });
  });

  test("keeps one default", async () => {
    const service = await start();
    const before = defaults(service).group;
    const { id } = service.account.add("contact_group", { is_default: true });
    expect(service.account.find(before)?.is_default).toBe(false);
    service.account.change(id, { is_default: false });
    expect(defaults(service).group).toBe(id);
    service.account.remove(id);
    expect(defaults(service).group).toBe(before);
  });

  test("has no missing objects", async () => {
    const service = await start();
    expect(service.account.find("HT1")).toBeUndefined();
    expect(() => service.account.change(`HT${"0".repeat(32)}`, {})).toThrow(/There is no object HT0/);
    expect(() => service.account.authcode("CO1")).toThrow(/There is no contact CO1/);
  });

  test("finds a host again under its new name", async () => {
    const service = await start();
    const { id } = service.account.add("host", { host: "192.0.2.1" });
    service.account.change(id, { host: "192.0.2.9" });
    const body = createBodies(service).host;
    expect((await call(service, "POST", "/rbl/hosts", { ...body, host: "192.0.2.9" })).status).toBe(409);
    expect((await call(service, "POST", "/rbl/hosts", { ...body, host: "192.0.2.1" })).status).toBe(200);
  });
});

describe("a large account", () => {
  test("of 50,000 hosts is listed page by page, each host once", async () => {
    const service = await start();
    for (let n = 0; n < 50_000; n += 1) {
      service.account.add("host", { host: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` });
    }
    const seen = new Set<string>();
    for (let page = 1; page <= 50; page += 1) {
      const { body } = await call(service, "GET", `/rbl/hosts?page_size=1000&page=${page}`);
      expect(body).toMatchObject({ total: 50_000, total_pages: 50 });
      for (const { id } of body.data) seen.add(id);
    }
    expect(seen.size).toBe(50_000);
    const [first] = service.account.objects("host");
    expect((await call(service, "DELETE", `/rbl/hosts/${first?.id}`)).status).toBe(200);
    expect(service.account.objects("host")).toHaveLength(49_999);
  });
});
