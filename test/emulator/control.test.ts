import type { Emulator } from "../../src/emulator/emulator";
import { basic, call, emulators, send } from "./api";

const start = emulators();

async function control(service: Emulator, method: string, path: string, body?: object) {
  const authorization = basic(service.accountSid, service.authToken);
  return send(`${service.controlUrl}${path}`, {
    method,
    headers: { authorization },
    ...(body && { body: JSON.stringify(body) }),
  });
}

describe("the control endpoint", () => {
  test("does not exist unless it is enabled", async () => {
    const service = await start();
    expect(service.controlUrl).toBeUndefined();
    const url = new URL("/_emulator/secrets", service.url).href;
    const authorization = basic(service.accountSid, service.authToken);
    expect((await send(url, { headers: { authorization } })).status).toBe(404);
  });

  test("requires the account's credentials", async () => {
    const service = await start({ control: true });
    expect((await send(`${service.controlUrl}/secrets`, {})).status).toBe(401);
  });

  test("lists its operations", async () => {
    const service = await start({ control: true });
    const { body } = await control(service, "GET", "/");
    expect(body.operations.map(({ operation }: { operation: string }) => operation)).toContain(
      "PUT /_emulator/listings",
    );
  });

  test("returns the signing secret and the authcodes of pending contacts", async () => {
    const service = await start({ control: true });
    const pending = service.account.add("contact", { confirmed: false });
    service.account.add("contact");
    expect((await control(service, "GET", "/secrets")).body).toEqual({
      signing_secret: service.signingSecret,
      contacts: [{ id: pending.id, contact: pending.contact, authcode: pending.authcode }],
    });
  });

  test("lists a host, immediately and when it is added again, and ends the listing", async () => {
    const service = await start({ control: true });
    const listed = async () => (await call(service, "GET", "/rbl/listings")).body.total;
    const { id } = service.account.add("host", { host: "mail.example.com" });
    const body = { host: "MAIL.example.com", sources: ["spam.bl.example.net"] };
    await control(service, "PUT", "/listings", body);
    expect(await listed()).toBe(1);
    await call(service, "DELETE", `/rbl/hosts/${id}`);
    expect(await listed()).toBe(0);
    await call(service, "POST", "/rbl/hosts", {
      host: "mail.example.com",
      name: "Mail",
      profile: service.account.objects("monitoring_profile")[0]?.id ?? "",
      contact_group: service.account.objects("contact_group")[0]?.id ?? "",
    });
    expect(await listed()).toBe(1);
    await control(service, "PUT", "/listings", { ...body, sources: [] });
    expect(await listed()).toBe(0);
  });

  test("sets the errors of a certificate and resolves them", async () => {
    const service = await start({ control: true });
    service.account.add("certificate_monitor", { hostname: "shop.example.com" });
    const set = (errors: string[]) =>
      control(service, "PUT", "/certificate-errors", { hostname: "shop.example.com", errors });
    const types = async () =>
      (await call(service, "GET", "/cert/errors")).body.data.map(({ type }: { type: string }) => type);
    await set(["expired", "name_mismatch"]);
    expect(await types()).toEqual(["expired", "name_mismatch"]);
    await set(["name_mismatch"]);
    expect(await types()).toEqual(["name_mismatch"]);
    await set([]);
    expect(await types()).toEqual([]);
  });

  test("arms and disarms faults", async () => {
    const service = await start({ control: true });
    await control(service, "POST", "/faults", { fault: "500-before", path: "/rbl/hosts", times: 2 });
    expect((await call(service, "GET", "/rbl/hosts")).status).toBe(500);
    await control(service, "DELETE", "/faults");
    expect((await call(service, "GET", "/rbl/hosts")).status).toBe(200);
  });

  test("moves the clock, so that the hour of the limit ends", async () => {
    const service = await start({ control: true, limits: { hour: 1 } });
    expect((await call(service, "GET", "/rbl/hosts")).status).toBe(200);
    expect((await call(service, "GET", "/rbl/hosts")).status).toBe(429);
    await control(service, "POST", "/clock", { advance: 3600 });
    expect((await call(service, "GET", "/rbl/hosts")).status).toBe(200);
  });

  test("speeds the clock up", async () => {
    let now = 0;
    const service = await start({ control: true, now: () => now });
    await control(service, "POST", "/clock", { speed: 3600 });
    now += 1000;
    expect(service.clock.now()).toBe(3_600_000);
  });

  test.each([
    ["PUT", "/listings", { host: "192.0.2.1" }, "sources: Invalid input: expected array, received undefined"],
    ["POST", "/faults", { fault: "earthquake" }, 'fault: Invalid option: expected one of "429"|"refuse"|'],
    [
      "POST",
      "/faults",
      { fault: "slow", paht: "/rbl/hosts" },
      "Unknown field paht. Fields: fault, method, path, times, delay, retryAfter",
    ],
    ["POST", "/faults", { fault: "slow", path: "/rbl/host" }, "path: no operation has this path and method"],
    [
      "POST",
      "/faults",
      { fault: "slow", path: "/rbl/hosts", method: "PATCH" },
      "path: no operation has this path and method",
    ],
    ["POST", "/clock", { advance: -1 }, "advance: Too small: expected number to be >=0"],
    ["POST", "/events", { type: "rbl.host.lsited" }, "type: Invalid option: expected one of"],
  ])("refuses %s %s with a body of another form: %j", async (method, path, body, problem) => {
    const service = await start({ control: true });
    const answer = await control(service, method, path, body);
    expect(answer.status).toBe(400);
    expect(answer.body.problems).toEqual([expect.stringContaining(problem)]);
  });

  test.each([
    { path: "/rbl/hosts" },
    { path: "/rbl/hosts/{id}/pause", method: "post" },
    { path: `/rbl/hosts/HT${"0".repeat(32)}`, method: "DELETE" },
    { path: "/rbl/listings/count" },
    { path: "/host/delete/{id}" },
    { path: "/acls" },
    { path: "/listings.nagios" },
    { method: "PUT" },
  ])("arms a fault that may fire: %j", async (fault) => {
    const service = await start({ control: true });
    expect((await control(service, "POST", "/faults", { fault: "slow", ...fault })).status).toBe(200);
  });

  test("a fault that could never fire is refused without it, too", async () => {
    const service = await start();
    expect(() => service.faults.arm({ fault: "slow", path: "/rbl/host" })).toThrow("path: no operation has");
  });
});
