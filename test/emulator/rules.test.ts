import type { Emulator, EmulatorOptions } from "../../src/emulator/emulator";
import { openPointValues } from "../../src/emulator/settings";
import { type Kind, kinds } from "../../src/service/kinds";
import { call, emulators } from "./api";
import { createBodies, defaults } from "./bodies";

const start = emulators();

async function one(service: Emulator, kind: Kind, id: string) {
  return (await call(service, "GET", `${kinds[kind].path}/${id}`)).body.data[0];
}

async function create(service: Emulator, kind: Kind, fields: Record<string, string> = {}) {
  const { body } = await call(service, "POST", kinds[kind].path, {
    ...createBodies(service)[kind],
    ...fields,
  });
  return kind === "host" ? body.data[0] : body.data;
}

const remove = (service: Emulator, kind: Kind, id: string) =>
  call(service, "DELETE", `${kinds[kind].path}/${id}`);

describe("a fresh account", () => {
  test.each(["contact_group", "monitoring_profile", "certificate_profile"] as const)(
    "has one %s, which is the default",
    async (kind) => {
      const service = await start();
      const { body } = await call(service, "GET", kinds[kind].path);
      expect(body.data).toHaveLength(1);
      expect(body.data[0].is_default).toBe(true);
    },
  );

  test("has thirty sources of the service, of every type", async () => {
    const service = await start();
    const { body } = await call(service, "GET", "/rbl/sources");
    expect(body.total).toBe(30);
    expect(new Set(body.data.map((source: { type: string }) => source.type))).toEqual(
      new Set(["rbl", "rbl_v6", "uribl"]),
    );
    expect(body.data.every((source: { custom: number }) => source.custom === 0)).toBe(true);
  });
});

describe.each(["contact_group", "monitoring_profile", "certificate_profile"] as const)(
  "the default %s",
  (kind) => {
    const defaultsOf = async (service: Emulator) =>
      (await call(service, "GET", kinds[kind].path)).body.data
        .filter((object: { is_default: boolean }) => object.is_default)
        .map((object: { id: string }) => object.id);

    test("is another one once that is created as default", async () => {
      const service = await start();
      const { id } = await create(service, kind, { is_default: "true" });
      expect(await defaultsOf(service)).toEqual([id]);
    });

    test("is another one once that is updated to be default", async () => {
      const service = await start();
      const { id } = await create(service, kind);
      await call(service, "PUT", `${kinds[kind].path}/${id}`, { is_default: "1" });
      expect(await defaultsOf(service)).toEqual([id]);
    });

    test("stays the default when the flag is set to false", async () => {
      const service = await start();
      const before = await defaultsOf(service);
      const answer = await call(service, "PUT", `${kinds[kind].path}/${before[0]}`, { is_default: "false" });
      expect(answer.status).toBe(200);
      expect(await defaultsOf(service)).toEqual(before);
    });

    test.each([0, 0.99])("is a random other one after its deletion (%d)", async (random) => {
      const service = await start({ random: () => random, defaultCertificateProfile: "deletable" });
      const [before] = await defaultsOf(service);
      const others = [await create(service, kind), await create(service, kind)];
      expect((await remove(service, kind, before)).status).toBe(200);
      expect(await defaultsOf(service)).toEqual([others[random === 0 ? 0 : 1].id]);
    });
  },
);

describe("an object in use", () => {
  test.each([
    ["monitoring_profile", "host", "profile"],
    ["certificate_profile", "certificate_monitor", "profile"],
    ["contact_group", "host", "contact_group"],
    ["contact_group", "contact", "contact_group"],
    ["contact_group", "certificate_monitor", "contact_group"],
  ] as const)("as %s of a %s is not deleted", async (kind, user, field) => {
    const service = await start();
    const { id } = await create(service, kind);
    const using = await create(service, user, { [field]: id });
    expect((await remove(service, kind, id)).status).toBe(409);
    expect((await one(service, kind, id)).id).toBe(id);
    await remove(service, user, using.id);
    expect((await remove(service, kind, id)).status).toBe(200);
  });

  test.each(["monitoring_profile", "contact_group"] as const)("includes the last %s", async (kind) => {
    const service = await start();
    const [last] = service.account.objects(kind);
    expect((await remove(service, kind, last?.id ?? "")).status).toBe(409);
  });

  test("includes the default certificate profile", async () => {
    const service = await start();
    await create(service, "certificate_profile");
    expect((await remove(service, "certificate_profile", defaults(service).certificateProfile)).status).toBe(
      409,
    );
  });
});

test("the built-in certificate profile is not deleted, even if another one is the default", async () => {
  const service = await start();
  const builtIn = defaults(service).certificateProfile;
  await create(service, "certificate_profile", { is_default: "1" });
  expect((await remove(service, "certificate_profile", builtIn)).status).toBe(409);
  service.configure({ defaultCertificateProfile: "deletable" });
  expect((await remove(service, "certificate_profile", builtIn)).status).toBe(200);
});

describe("the entries of a monitoring profile", () => {
  test("are the complete catalogue while it stays in sync", async () => {
    const service = await start();
    const profile = await create(service, "monitoring_profile");
    expect(profile.sync_method).toBe("stay_in_sync");
    expect(profile.entries).toEqual(service.account.objects("source").map((source) => source.id));
    const added = service.account.add("source", { host: "new.example.net", custom: false });
    expect((await one(service, "monitoring_profile", profile.id)).entries).toContain(added.id);
  });

  test("make it use its selections when they are given", async () => {
    const service = await start();
    const { source } = defaults(service);
    const profile = await create(service, "monitoring_profile", { entries: source });
    expect(profile).toMatchObject({ sync_method: "use_my_selections", entries: [source] });
  });

  test("are an empty selection when the field is empty", async () => {
    const service = await start();
    const profile = await create(service, "monitoring_profile", { entries: "" });
    expect(profile).toMatchObject({ sync_method: "use_my_selections", entries: [] });
  });

  test("make it use its selections on update", async () => {
    const service = await start();
    const { source } = defaults(service);
    const { id } = await create(service, "monitoring_profile");
    await call(service, "PUT", `/rbl/profiles/${id}`, { entries: source });
    expect(await one(service, "monitoring_profile", id)).toMatchObject({
      sync_method: "use_my_selections",
      entries: [source],
    });
  });

  test("are the catalogue of that moment when it stops staying in sync", async () => {
    const service = await start();
    const { id, entries } = await create(service, "monitoring_profile");
    await call(service, "PUT", `/rbl/profiles/${id}`, { sync_method: "use_my_selections" });
    service.account.add("source", { host: "new.example.net", custom: false });
    expect((await one(service, "monitoring_profile", id)).entries).toEqual(entries);
  });

  test("are the catalogue again when it stays in sync again", async () => {
    const service = await start();
    const { id } = await create(service, "monitoring_profile", { entries: defaults(service).source });
    await call(service, "PUT", `/rbl/profiles/${id}`, { sync_method: "stay_in_sync" });
    const profile = await one(service, "monitoring_profile", id);
    expect(profile.sync_method).toBe("stay_in_sync");
    expect(profile.entries).toHaveLength(30);
  });

  test("do not have a deleted source", async () => {
    const service = await start();
    const source = await create(service, "source");
    const { id } = await create(service, "monitoring_profile", { entries: source.id });
    await remove(service, "source", source.id);
    expect((await one(service, "monitoring_profile", id)).entries).toEqual([]);
  });
});

describe("a source of the service", () => {
  test.each([
    ["PUT", ""],
    ["DELETE", ""],
    ["POST", "/pause"],
    ["POST", "/resume"],
  ])("is read-only: %s %s", async (method, action) => {
    const service = await start();
    const { source } = defaults(service);
    expect((await call(service, method, `/rbl/sources/${source}${action}`)).status).toBe(409);
    expect((await one(service, "source", source)).status).toBe("active");
  });
});

describe("a host", () => {
  test("is not added twice in any form", async () => {
    const service = await start();
    await create(service, "host", { host: "mail.example.org" });
    for (const host of ["mail.example.org", "MAIL.example.org", "mail.example.org."]) {
      const body = { ...createBodies(service).host, host };
      expect((await call(service, "POST", "/rbl/hosts", body)).status).toBe(409);
    }
  });

  test("may be added again after its deletion", async () => {
    const service = await start();
    const { id } = await create(service, "host");
    await remove(service, "host", id);
    expect((await create(service, "host")).id).not.toBe(id);
  });

  test("that is listed is counted and is in the listings", async () => {
    const service = await start();
    await create(service, "host");
    const listed = service.account.add("host", { host: "192.0.2.2", listed: true });
    const hosts = await call(service, "GET", "/rbl/hosts");
    expect(hosts.body).toMatchObject({ total: 2, total_listed: 1 });
    const listings = await call(service, "GET", "/rbl/listings");
    expect(listings.body).toMatchObject({ status_message: "Listings", total: 1, total_listed: 1 });
    expect(listings.body.data).toEqual([hosts.body.data[1]]);
    expect((await call(service, "GET", `/rbl/hosts/${listed.id}`)).body.total_listed).toBe(1);
    service.account.change(listed.id, { listed: false });
    expect((await call(service, "GET", "/rbl/listings")).body).toMatchObject({ total: 0, data: [] });
  });

  test("is in the listings when it is added after they were read", async () => {
    const service = await start();
    await call(service, "GET", "/rbl/listings");
    const { id } = service.account.add("host", { host: "192.0.2.2", listed: true });
    expect((await call(service, "GET", "/rbl/listings")).body.data[0].id).toBe(id);
    service.account.remove(id);
    expect((await call(service, "GET", "/rbl/listings")).body.total).toBe(0);
  });

  test("that is a subnet of more than 65,536 addresses is refused", async () => {
    const service = await start();
    const body = { ...createBodies(service).host, host: "10.0.0.0/15" };
    expect((await call(service, "POST", "/rbl/hosts", body)).status).toBe(422);
  });

  test.each(openPointValues.subnetCreate.filter((value) => value !== "one"))(
    "is not created in part when an address of its subnet is known (%s)",
    async (subnetCreate) => {
      const service = await start({ subnetCreate });
      await create(service, "host", { host: "192.0.2.3" });
      const body = { ...createBodies(service).host, host: "192.0.2.0/30" };
      expect((await call(service, "POST", "/rbl/hosts", body)).status).toBe(409);
      expect(service.account.objects("host")).toHaveLength(1);
    },
  );
});

describe("the frequency of a profile", () => {
  const frequency = async (options: EmulatorOptions, given: Record<string, string>) => {
    const service = await start(options);
    const created = await call(service, "POST", "/rbl/profiles", { name: "P", ...given });
    return created.body.data.frequency;
  };

  test("is honoured on the top plan", async () => {
    expect(await frequency({ plan: "ultimate" }, { frequency: "1_hour" })).toBe("1_hour");
  });

  test("is the package's on another plan, on create and on update", async () => {
    expect(await frequency({ plan: "paid" }, { frequency: "1_hour" })).toBe("24_hours");
    const service = await start({ plan: "paid", packageFrequency: "6_hours" });
    const { id } = await create(service, "monitoring_profile");
    await call(service, "PUT", `/rbl/profiles/${id}`, { frequency: "2_hours" });
    expect((await one(service, "monitoring_profile", id)).frequency).toBe("6_hours");
  });

  test("may be left out on another plan", async () => {
    expect(await frequency({ plan: "paid" }, {})).toBe("24_hours");
  });
});

describe("a page", () => {
  test("has the requested size and number", async () => {
    const service = await start();
    const ids = Array.from({ length: 7 }, (_, n) => service.account.add("host", { host: `192.0.2.${n}` }).id);
    const { body } = await call(service, "GET", "/rbl/hosts?page=2&page_size=3");
    expect(body).toMatchObject({ page: 2, page_size: 3, total_pages: 3, total: 7 });
    expect(body.data.map((host: { id: string }) => host.id)).toEqual(ids.slice(3, 6));
  });

  test("after the last one is empty", async () => {
    const service = await start();
    const { body } = await call(service, "GET", "/contact/groups?page=9");
    expect(body).toMatchObject({ page: 9, total_pages: 1, total: 1, data: [] });
  });

  test("keeps the order of creation despite deletions", async () => {
    const service = await start();
    const ids = Array.from(
      { length: 50 },
      (_, n) => service.account.add("host", { host: `192.0.2.${n}` }).id,
    );
    const gone = ids.filter((_, index) => index % 3 === 0);
    for (const id of gone) service.account.remove(id);
    const { body } = await call(service, "GET", "/rbl/hosts");
    expect(body.data.map((host: { id: string }) => host.id)).toEqual(ids.filter((id) => !gone.includes(id)));
    for (const id of ids) expect(service.account.find(id)?.id).toBe(gone.includes(id) ? undefined : id);
  });
});
