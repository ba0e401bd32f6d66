import { type Emulator, startEmulator } from "../../src/emulator/emulator";
import { basic, call, emulators, send } from "./api";
import { createBodies, defaults } from "./bodies";

const start = emulators();

describe("credentials", () => {
  test("have the documented form unless they are given", async () => {
    const service = await start();
    expect(service.accountSid).toMatch(/^[A-Z]{2}[0-9a-f]{32}$/);
    expect(service.authToken).toMatch(/^[0-9a-f]{64}$/);
    const given = await start({ accountSid: "me", authToken: "a:b" });
    expect((await call(given, "GET", "/rbl/hosts")).status).toBe(200);
  });

  test.each(["Bearer x", "Basic", "Basic !!!", "Basic Zm9v", ""])("are not %j", async (authorization) => {
    const service = await start();
    const { status } = await send(`${service.url}/rbl/hosts.json`, { headers: { authorization } });
    expect(status).toBe(401);
  });

  test("are checked before anything is returned", async () => {
    const service = await start({ plan: "free", allowedAddresses: [] });
    for (const path of ["/rbl/profiles", "/nothing", "/rbl/hosts/HT1"]) {
      expect((await send(`${service.url}${path}.json`, {})).status).toBe(401);
    }
  });

  test("that fail do not spend the account's requests", async () => {
    const service = await start({ limits: { hour: 1 } });
    await send(`${service.url}/rbl/hosts.json`, { headers: { authorization: basic("a", "b") } });
    expect((await call(service, "GET", "/rbl/hosts")).status).toBe(200);
  });
});

describe("a client's address", () => {
  test.each([["127.0.0.1"], ["127.0.0.0/8"], ["::1", "127.0.0.1"]])(
    "is allowed by %s",
    async (...allowed) => {
      const service = await start({ allowedAddresses: allowed });
      expect((await call(service, "GET", "/rbl/hosts")).status).toBe(200);
    },
  );

  test.each([[], ["192.0.2.1"], ["10.0.0.0/8"], ["::1"]])("is not allowed by %s", async (...allowed) => {
    const service = await start({ allowedAddresses: allowed });
    const { status, body } = await call(service, "GET", "/rbl/hosts");
    expect([status, body.status_code]).toEqual([403, 403]);
    expect(body.status_message).toContain("IP address");
  });

  test("counts as IPv4 where the system shows it as a part of IPv6", async () => {
    const service = await start({ host: "::", allowedAddresses: ["127.0.0.0/8"] });
    const url = service.url.replace("[::]", "127.0.0.1");
    const authorization = basic(service.accountSid, service.authToken);
    expect((await send(`${url}/rbl/hosts.json`, { headers: { authorization } })).status).toBe(200);
    service.configure({ allowedAddresses: ["192.0.2.0/24", "::1"] });
    expect((await send(`${url}/rbl/hosts.json`, { headers: { authorization } })).status).toBe(403);
  });

  test("may be allowed while the service runs", async () => {
    const service = await start({ allowedAddresses: [] });
    service.configure({ allowedAddresses: undefined });
    expect((await call(service, "GET", "/rbl/hosts")).status).toBe(200);
  });

  test("cannot be restricted to an invalid address", async () => {
    await expect(startEmulator({ allowedAddresses: ["home"] })).rejects.toThrow(/"home" is neither/);
  });
});

describe("on a free plan", () => {
  const statuses = async (service: Emulator, path: string, id: string) => [
    (await call(service, "GET", path)).status,
    (await call(service, "POST", path, {})).status,
    (await call(service, "GET", `${path}/${id}`)).status,
    (await call(service, "PUT", `${path}/${id}`, {})).status,
    (await call(service, "DELETE", `${path}/${id}`)).status,
  ];

  test("profiles and sources are refused with 403", async () => {
    const service = await start({ plan: "free" });
    const { profile, source } = defaults(service);
    expect(await statuses(service, "/rbl/profiles", profile)).toEqual([403, 403, 403, 403, 403]);
    expect(await statuses(service, "/rbl/sources", source)).toEqual([403, 403, 403, 403, 403]);
    expect((await call(service, "POST", `/rbl/sources/${source}/pause`)).body.status_message).toContain(
      "plan",
    );
  });

  test("hosts and the rest are there", async () => {
    const service = await start({ plan: "free" });
    expect((await call(service, "POST", "/rbl/hosts", createBodies(service).host)).status).toBe(200);
    for (const path of ["/cert/monitors", "/cert/profiles", "/contact/contacts", "/contact/groups"]) {
      expect((await call(service, "GET", path)).status).toBe(200);
    }
  });

  test("a paid plan has profiles and sources", async () => {
    const service = await start({ plan: "free" });
    service.configure({ plan: "paid" });
    expect((await call(service, "GET", "/rbl/profiles")).status).toBe(200);
    expect((await call(service, "GET", "/rbl/sources")).status).toBe(200);
  });
});
