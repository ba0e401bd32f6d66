import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Emulator } from "../../../../src/emulator/emulator";
import { withLackingLists } from "../../lacking-lists";
import { commandRun } from "../drift/command";
import { Workbench } from "../drift/workbench";
import { fillCompany, idIn, listingsBy, talkative } from "./accounts";

let bench: Workbench;
let service: Emulator;
beforeEach(async () => {
  bench = await Workbench.open();
  service = await bench.emulator(talkative);
  fillCompany(service);
});
afterEach(() => bench.close());

type Service = Parameters<typeof commandRun>[0];
const report = (args: readonly string[], on: Service = service) =>
  commandRun(on, ["report", ...args], { cwd: bench.folder });

/** Keeps the report of now, changed as that function says. */
async function keep(change: (report: Record<string, unknown>) => void = () => undefined, on?: Service) {
  const kept = JSON.parse((await report(["--json"], on)).stdout);
  change(kept);
  await writeFile(join(bench.folder, "yesterday.json"), JSON.stringify(kept));
}

async function changes(on?: Service) {
  const { since } = JSON.parse((await report(["--json", "--since", "yesterday.json"], on)).stdout);
  const texts = (some: readonly { object: string; text: string }[]) =>
    some.map(({ object, text }) => `${object}: ${text}`);
  return { new: texts(since.new), gone: texts(since.gone), unknown: since.unknown };
}

const find = (kind: Parameters<typeof idIn>[1], name: string) => idIn(service, kind, name);
const sources = (count: number) => listingsBy(service, count);

describe("rblmonitor report --since", () => {
  it("finds nothing new in an account that did not change", async () => {
    await keep();
    expect(await changes()).toEqual({ new: [], gone: [], unknown: [] });
    const { code, stdout } = await report(["--since", "yesterday.json", "--fail-on", "new"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/\n✓ Nothing new since \d{4}-\d\d-\d\d \d\d:\d\d UTC\.\n/);
  });

  it("prints the changes first in each format, and fails on new ones if requested", async () => {
    await keep();
    service.account.change(find("host", "192.0.2.7"), { listed: true, listings: sources(1) });
    service.account.change(find("host", "shop.example.com"), { listed: false, listings: [] });
    const since = ["--since", "yesterday.json"];
    const { code, stdout } = await report(since);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^✗ 1 new problem, 1 problem gone since .* UTC\.\n {4}192\.0\.2\.7 mx-7: new: listed by \S+\n {4}shop\.example\.com: gone: listed by \S+\n {4}rblmonitor listings\n/,
    );
    expect((await report([...since, "--format", "markdown"])).stdout).toMatch(
      /#### New and gone\n\n.*\n.*\n\| 192\.0\.2\.7 \| mx-7 \| new&#58; listed by/,
    );
    expect((await report([...since, "--html", "page.html", "--fail-on", "new"])).code).toBe(2);
    const page = await readFile(join(bench.folder, "page.html"), "utf8");
    expect(page).toMatch(
      /<section id="changes"[\s\S]*192\.0\.2\.7[\s\S]*new: listed by[\s\S]*<section id="listed"/,
    );
    expect((await report([...since, "--format", "prometheus"])).stdout).toMatch(
      /^rblmonitor_new_problems\{.*\} 1$/m,
    );
  });

  it("leads to the command of each part that has new problems, and to all changes if they are many", async () => {
    await keep();
    for (const number of [...Array(30).keys()].map((each) => each + 7))
      service.account.change(find("host", `192.0.2.${number}`), { listed: true, listings: sources(1) });
    service.certificateErrors.raise(find("certificate_monitor", "www.example.com"), [
      { type: "expired", message: "x" },
    ]);
    const { stdout } = await report(["--since", "yesterday.json"]);
    expect(stdout).toMatch(
      /\n {4}and 11 more, which --json shows: rblmonitor listings, rblmonitor certificates\n/,
    );
  });

  it("fails if it does not know what is new", async () => {
    await keep((kept) => Object.assign(kept, { certificates: null }));
    const { code, stdout, stderr } = await report(["--since", "yesterday.json", "--fail-on", "new"]);
    const unknown = "What is new is not known for: Certificates.";
    expect([code, stderr]).toEqual([1, `rblmonitor: ${unknown}\n`]);
    expect(stdout).toContain(`? Nothing new since`);
    expect(stdout).toContain(unknown);
  });

  it("does not know what is new if the present report lacks hosts, and calls none of them deleted", async () => {
    await withLackingLists(service, "/rbl/hosts", async (lacking) => {
      const on = { ...lacking, url: lacking.url };
      const { host } = new URL(on.url);
      await keep((kept) => Object.assign(kept.account as object, { service: host }));
      expect(await changes(on)).toMatchObject({
        new: [],
        unknown: expect.arrayContaining([
          "This report is incomplete.",
          "What is new is not known for: Not checked.",
        ]),
      });
      expect((await report(["--since", "yesterday.json", "--fail-on", "new"], on)).code).toBe(1);
    });
  });

  it("does not call hosts deleted because the account's plan lost their list", async () => {
    await keep();
    service.configure({ plan: "free" });
    expect(await changes()).toMatchObject({
      new: [],
      unknown: expect.arrayContaining(["What is new is not known for: Not checked."]),
    });
  });

  it("does not doubt what neither report can have", async () => {
    service.configure({ plan: "free" });
    await keep();
    const { code } = await report(["--since", "yesterday.json", "--fail-on", "new"]);
    expect([code, await changes()]).toEqual([0, { new: [], gone: [], unknown: [] }]);
  });

  it("reads the earlier report from standard input", async () => {
    const { stdout: input } = await report(["--json"]);
    const { code } = await commandRun(service, ["report", "--since", "-", "--fail-on", "new"], { input });
    expect(code).toBe(0);
  });

  it.each<[string, string, string]>([
    ["nothing", "", "yesterday.json is not the output of `rblmonitor report --json`."],
    [
      "another JSON",
      '{"version":1,"findings":[]}',
      "yesterday.json is not the output of `rblmonitor report --json`.",
    ],
  ])("refuses a file with %s", async (_, content, message) => {
    await writeFile(join(bench.folder, "yesterday.json"), content);
    const { code, stderr } = await report(["--since", "yesterday.json"]);
    expect([code, stderr, service.requestCount]).toEqual([1, `rblmonitor: ${message}\n`, 0]);
  });

  it("refuses a report without a time", async () => {
    await keep((kept) => Object.assign(kept.read as object, { to: "today" }));
    const { code, stderr } = await report(["--since", "yesterday.json"]);
    expect([code, stderr]).toEqual([
      1,
      "rblmonitor: yesterday.json is not the output of `rblmonitor report --json`.\n",
    ]);
  });

  it.each([
    ["sid", "AC00000000000000000000000000000000"],
    ["service", "other.example"],
  ])("refuses the report of an account with another %s", async (name, value) => {
    await keep((kept) => Object.assign(kept.account as object, { [name]: value }));
    const { code, stderr } = await report(["--since", "yesterday.json"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      new RegExp(
        `^rblmonitor: yesterday\\.json is a report of the account .*${value}.*, not of ${service.accountSid} at `,
      ),
    );
  });

  it("is needed for --fail-on new", async () => {
    const { code, stderr } = await report(["--fail-on", "new"]);
    expect([code, stderr]).toEqual([
      1,
      "rblmonitor: --fail-on new needs an earlier report: pass its file to --since.\n",
    ]);
  });
});

describe("rblmonitor report --fail-if-expiring", () => {
  it.each([
    [8, 2, "shop.example.com"],
    [9, 2, "shop.example.com and mail.example.com"],
    [62, 2, "www.example.com"],
  ])("within %d days exits with %d, and names the certificates", async (days, exit, names) => {
    const { code, stderr } = await report(["--fail-if-expiring", `${days}`]);
    expect(code).toBe(exit);
    for (const name of names.split(" and ")) expect(stderr).toContain(name);
  });

  it("exits with 1 over version 3.0, which has no certificates", async () => {
    const { code, stderr } = await commandRun(service, ["report", "--fail-if-expiring", "8"], {
      environment: { RBLMONITOR_API_VERSION: "3.0", RBLMONITOR_LEGACY_BASE_URL: service.legacyUrl },
    });
    expect([code, stderr]).toEqual([1, "rblmonitor: When certificates expire could not be read.\n"]);
  });

  it("exits with 0 if none expires, and with 1 if that is not known", async () => {
    service.account.change(find("certificate_monitor", "shop.example.com"), { expiry_days: 9 });
    expect((await report(["--fail-if-expiring", "8"])).code).toBe(0);
    service.configure({ limits: { hour: 5, read: 10_000 } });
    expect((await report(["--fail-if-expiring", "8", "--max-wait", "0"])).code).toBe(1);
  });
});
