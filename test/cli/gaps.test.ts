import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../src/emulator/emulator";
import { type LocalService, startService } from "../client/support/local-service";
import { commandRun } from "./commands/drift/command";
import { rawStateOf, storedObject } from "./commands/drift/stored-object";

let folder: string;
let emulator: Emulator;
let service: LocalService;

/** A service whose lists of version 4.0 have nothing on their second page. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "gaps-"));
  emulator = await startEmulator({ limits: "off" });
  for (let n = 1; n <= 130; n += 1) emulator.account.add("host", { host: `192.0.2.${n}`, listed: true });
  service = await startService(({ path, query, headers }) => async (response) => {
    const url = new URL(`${path}?${new URLSearchParams(query)}`, emulator.url);
    const { authorization = "" } = headers;
    const answer = await fetch(url, { headers: { authorization } });
    const body = (await answer.json()) as object;
    const shown = query.page === "2" ? { ...body, data: [] } : body;
    response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(shown));
  });
  await writeFile(join(folder, "state.json"), rawStateOf([]));
  await writeFile(join(folder, "plan.json"), JSON.stringify(plan));
});
afterAll(async () => {
  await service.close();
  await emulator.close();
  await rm(folder, { recursive: true });
});

const plan = {
  format_version: "1.2",
  resource_changes: [
    {
      address: "rblmonitor_host.mx",
      mode: "managed",
      type: "rblmonitor_host",
      change: { actions: ["create"], before: null, after: { host: "198.51.100.1" }, after_unknown: {} },
    },
  ],
};

const gap = "The service's list lacks 30 of the hosts in its total, or more.";

describe("a list that lacks objects of its total", () => {
  it.each([
    ["hosts"],
    ["listings"],
    ["listings", "--tag", "none"],
    ["report"],
    ["drift", "state.json"],
    ["adopt", "--output", "adopted"],
    ["imports", "plan.json"],
    ["pause", "192.0.2.*", "--yes"],
    ["check", "no such label"],
    ["migrate"],
    ["review", "plan.json"],
  ])("is reported by `rblmonitor %s`", async (...args) => {
    const { accountSid, authToken, legacyUrl } = emulator;
    const environment = { RBLMONITOR_LEGACY_BASE_URL: legacyUrl };
    const run = await commandRun({ url: service.url, accountSid, authToken }, args, {
      cwd: folder,
      environment,
    });
    expect(`${run.stdout}${run.stderr}`.replace(/\s+/g, " ")).toContain(gap);
  });

  it("makes drift fail, since unmanaged objects may be among those that it lacks", async () => {
    const { accountSid, authToken } = emulator;
    const at = { url: service.url, accountSid, authToken };
    const { code, stderr } = await commandRun(at, ["drift", "state.json", "--kind", "host"], { cwd: folder });
    expect(code).toBeGreaterThan(0);
    expect(stderr).toContain("Unmanaged objects may be missing in the report: a list lacks objects");
    const declared = await commandRun(at, ["drift", "state.json", "--no-undeclared"], { cwd: folder });
    expect(declared).toMatchObject({ code: 0, stderr: "" });
  });

  it("makes no host look missing in version 4.0, which answers for its SID", async () => {
    const { accountSid, authToken, legacyUrl } = emulator;
    const environment = { RBLMONITOR_LEGACY_BASE_URL: legacyUrl };
    const { stdout } = await commandRun({ url: service.url, accountSid, authToken }, ["migrate", "--json"], {
      environment,
    });
    expect(JSON.parse(stdout)).toMatchObject({ only: [], plans_empty: true });
  });
});

it("drift names the attributes that the API does not return, whose changes it cannot see", async () => {
  const absent = await startEmulator({ limits: "off", lists: "absent" });
  const [group] = absent.account.objects("contact_group");
  const host = absent.account.add("host", { host: "192.0.2.1", name: "mx", tags: ["mail"] });
  absent.account.change(host.id, { contact_group: [group?.id ?? ""] });
  const attributes = storedObject("host", absent.account.find(host.id) as never);
  await writeFile(join(folder, "one.json"), rawStateOf([{ kind: "host", attributes }]));
  const { code, stdout } = await commandRun(absent, ["drift", "one.json", "--kind", "host"], { cwd: folder });
  await absent.close();
  expect(code).toBe(0);
  expect(stdout.replace(/\s+/g, " ")).toContain(
    "The API does not return contact_groups and tags of hosts: drift does not see changes of them.",
  );
});
