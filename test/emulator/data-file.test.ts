import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator } from "../../src/emulator/emulator";
import { kinds } from "../../src/service/kinds";
import { call, emulators } from "./api";
import { createBodies } from "./bodies";

const start = emulators();

/** The content of a data file. */
interface Stored {
  objects: Record<string, unknown>;
}

let folder = "";
let data = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emulator-"));
  data = join(folder, "account.json");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("a data file", () => {
  test("keeps every object, the credentials and the default over a restart", async () => {
    const first = await start({ data });
    for (const [kind, body] of Object.entries(createBodies(first))) {
      const { path } = kinds[kind as keyof typeof kinds];
      expect((await call(first, "POST", path, body)).status).toBe(200);
    }
    const before = await Promise.all(Object.values(kinds).map(({ path }) => call(first, "GET", path)));
    await first.close();
    const second = await start({ data });
    expect([second.accountSid, second.authToken]).toEqual([first.accountSid, first.authToken]);
    const after = await Promise.all(Object.values(kinds).map(({ path }) => call(second, "GET", path)));
    expect(after.map(({ body }) => body)).toEqual(before.map(({ body }) => body));
  });

  test("keeps the age of certificates and the clock of a live emulator", async () => {
    const day = 24 * 3_600_000;
    const inspected = async ({ account }: Awaited<ReturnType<typeof start>>, id: string) => {
      while (account.find(id)?.expiry_days === undefined) await new Promise(setImmediate);
      return Number(account.find(id)?.expiry_days);
    };
    const first = await start({ live: true, data, random: () => 0.905 });
    first.clock.advance(10 * day);
    const { id } = first.account.add("certificate_monitor", { hostname: "www.example.org" });
    const before = await inspected(first, id);
    const then = first.clock.now();
    await first.close();
    const second = await start({ live: true, data, random: () => 0.1 });
    expect(second.clock.now()).toBeGreaterThanOrEqual(then);
    second.clock.advance(day);
    second.account.change(id, { expiry_days: undefined });
    expect(before - (await inspected(second, id))).toBe(1);
  });

  test("keeps authcodes, certificate errors and checks, and completes those that were running", async () => {
    const first = await start({ data, checkDuration: 60_000 });
    const contact = first.account.add("contact", { confirmed: false });
    const monitor = first.account.add("certificate_monitor", { hostname: "www.example.org" });
    first.certificateErrors.raise(monitor.id, [{ type: "expired", message: "Expired." }]);
    const { body } = await call(first, "POST", "/rbl/check/start", { host: "192.0.2.1" });
    await first.close();
    const second = await start({ data });
    expect(second.account.authcode(contact.id)).toBe(contact.authcode);
    expect((await call(second, "GET", "/cert/errors")).body.total_errors).toBe(1);
    const status = () => call(second, "GET", `/rbl/check/status/${body.data.id}`);
    while ((await status()).body.data.status !== "completed") await new Promise(setImmediate);
  });

  test("still refuses a host that was there before the restart", async () => {
    const first = await start({ data });
    await call(first, "POST", "/rbl/hosts", createBodies(first).host);
    await first.close();
    const second = await start({ data });
    expect((await call(second, "POST", "/rbl/hosts", createBodies(second).host)).status).toBe(409);
  });

  test("is readable by its owner only, and leaves no other file", async () => {
    const service = await start({ data });
    await service.close();
    expect(statSync(data).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["account.json"]);
  });

  test("is there before the service is closed", async () => {
    const service = await start({ data });
    await call(service, "POST", "/contact/groups", { name: "Night shift" });
    while (!readFileSync(data, "utf8").includes("Night shift")) await new Promise(setImmediate);
  });

  test.each(["", "{", "[]", "null", '{"version":2,"objects":{}}', '{"version":1}'])(
    "that reads %j is refused and left as it is",
    async (text) => {
      writeFileSync(data, text);
      await expect(startEmulator({ data })).rejects.toThrow(/account\.json is not a data file/);
      expect(readFileSync(data, "utf8")).toBe(text);
    },
  );

  test("that another emulator uses is refused, and free again after its end or a kill", async () => {
    const first = await start({ data });
    await expect(startEmulator({ data })).rejects.toThrow(
      `in use by another emulator (process ${process.pid})`,
    );
    writeFileSync(`${data}.lock`, String(process.ppid));
    await expect(startEmulator({ data })).rejects.toThrow(`(process ${process.ppid})`);
    await first.close();
    for (const owner of [4_194_305, process.pid]) {
      writeFileSync(`${data}.lock`, String(owner));
      await (await startEmulator({ data })).close();
    }
    expect(readdirSync(folder)).toEqual(["account.json"]);
  });

  test.each([
    ["objects.host", (kept: Stored) => ({ ...kept, objects: { ...kept.objects, host: {} } })],
    [
      "objects.host.0.host",
      (kept: Stored) => ({ ...kept, objects: { ...kept.objects, host: [{ id: "HT" }] } }),
    ],
    ["checks", (kept: Stored) => ({ ...kept, checks: undefined })],
  ])("that is malformed at %s is refused with that place, and is not locked", async (place, change) => {
    await (await start({ data })).close();
    writeFileSync(data, JSON.stringify(change(JSON.parse(readFileSync(data, "utf8")))));
    await expect(startEmulator({ data })).rejects.toThrow(
      `account.json is not a data file of the emulator, at ${place}: `,
    );
    expect(readdirSync(folder)).toEqual(["account.json"]);
  });

  test("takes credentials that are given over those it kept", async () => {
    await (await start({ data })).close();
    const service = await start({ data, authToken: "given" });
    expect((await call(service, "GET", "/rbl/hosts")).status).toBe(200);
  });
});

describe("without a data file", () => {
  test("nothing is kept", async () => {
    const first = await start();
    await call(first, "POST", "/contact/groups", { name: "A" });
    expect((await start()).account.objects("contact_group")).toHaveLength(1);
  });
});
