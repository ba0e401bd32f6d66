import type { Emulator } from "../../../src/emulator/emulator";
import { openPointValues } from "../../../src/emulator/settings";
import { kindRows } from "../../legacy/kinds";
import { type OldProgram, oldProgram } from "../../legacy/program";
import { call, emulators } from "../api";

const start = emulators();

const programOf = (service: Emulator): OldProgram => oldProgram({ url: service.legacyUrl, service });

test("requests of both versions are recorded with their version, in one log", async () => {
  const service = await start({ now: () => 5 });
  await programOf(service).post("/contactgroup/add/.json", { name: "A" });
  await programOf(service).get("/hosts.json", { page: 2 });
  await call(service, "GET", "/rbl/hosts");
  expect(service.requests).toEqual([
    {
      ...{ version: "3.0", method: "POST", path: "/contactgroup/add", query: {}, status: 200, at: 5 },
      form: { name: "A" },
    },
    { version: "3.0", method: "GET", path: "/hosts", query: { page: "2" }, status: 200, at: 5 },
    { version: "4.0", method: "GET", path: "/rbl/hosts", query: {}, status: 200, at: 5 },
  ]);
});

test("both versions spend from the same limits", async () => {
  const service = await start({ limits: { hour: 2 } });
  expect((await programOf(service).get("/hosts.json")).status).toBe(200);
  expect((await call(service, "GET", "/rbl/hosts")).status).toBe(200);
  expect((await programOf(service).get("/hosts.json")).status).toBe(429);
  expect((await call(service, "GET", "/rbl/hosts")).status).toBe(429);
});

test.each([
  ["500-before", 500, 0],
  ["500-after", 500, 1],
  ["429", 429, 0],
  ["502-html", 502, 0],
] as const)("the fault %s strikes the legacy path that it is armed for", async (fault, status, made) => {
  const service = await start();
  service.faults.arm({ fault, path: "/host/add" });
  const body = { host: "192.0.2.1", name: "Mail", type: "rbl" };
  expect((await programOf(service).post("/host/add/.json", body)).status).toBe(status);
  expect(service.account.objects("host")).toHaveLength(made);
  expect((await programOf(service).get("/hosts.json")).status).toBe(200);
});

test("a fault for one object's path strikes its requests", async () => {
  const service = await start();
  const { id } = service.account.add("host", { host: "192.0.2.1" });
  service.faults.arm({ fault: "500-before", path: "/host/delete/{id}" });
  expect((await programOf(service).post(`/host/delete/${id}.json`)).status).toBe(500);
  expect((await programOf(service).post(`/host/delete/${id}.json`)).status).toBe(200);
});

test("unknown fields of an operation are ignored if the settings say so", async () => {
  const service = await start({ unknownFields: "ignored" });
  const { status } = await programOf(service).post("/contactgroup/add.json", { name: "A", color: "red" });
  expect(status).toBe(200);
});

test("profiles and groups are taken from the account where a new host names none, on a free plan, too", async () => {
  const service = await start({ plan: "free" });
  const body = { host: "192.0.2.1", name: "Mail", type: "rbl" };
  expect((await programOf(service).post("/host/add.json", body)).status).toBe(200);
  const [profile] = service.account.objects("monitoring_profile");
  expect(service.account.objects("host")).toMatchObject([{ profile: profile?.id }]);
});

/** Settings that change the rules of both versions, and therefore the returned objects. */
const ofRules = ["listItemOrder", "listOrder", "statusWords", "subnetCreate", "newContact", "frequency"];
/** Settings that change the values of both versions, or the objects of lists. */
const ofValues = /^(stored|(list|read)Lag|listOmits)/;

describe("the forms of version 3.0 are the documented ones, with any settings of 4.0", () => {
  const settings = Object.entries(openPointValues).flatMap(([name, values]) =>
    ofRules.includes(name) || ofValues.test(name) ? [] : values.map((value) => [name, value] as const),
  );

  test.each(settings)("with %s %s", async (name, value) => {
    const service = await start({ [name]: value });
    const program = programOf(service);
    for (const { path, body, list, shown } of kindRows) {
      const added = await program.post(`${path}/add.json`, body);
      expect(added.body).toMatchObject({ status_code: 200, status_message: "OK" });
      const { total_pages: page } = (await program.get(`${list}.json`, { page_size: 50 })).body;
      const { data } = (await program.get(`${list}.json`, { page_size: 50, page })).body;
      expect(data.at(-1)).toEqual({ id: expect.any(String), ...shown(service) });
    }
  });
});
