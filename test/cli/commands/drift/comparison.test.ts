import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Emulator } from "../../../../src/emulator/emulator";
import { documentedLimits } from "../../../../src/emulator/options";
import { withLackingLists, withRefusedLists } from "../../lacking-lists";
import { driftReport, driftRun, type ReportJson } from "./command";
import { rawStateOf, storedObject } from "./stored-object";
import { hosts, Workbench } from "./workbench";

let bench: Workbench;

beforeEach(async () => {
  bench = await Workbench.open();
});
afterEach(() => bench.close());

const lines = ({ findings }: ReportJson) => findings.map(({ type, id }) => `${type} ${id}`);

describe("what rblmonitor drift compares", () => {
  it("is all given states, which each declare a part of the account", async () => {
    const service = await bench.emulator();
    const [a = "", b = "", c = ""] = hosts(service, "a", "b", "c");
    const states = [
      await bench.stateFile(service, [a], "one.json"),
      await bench.stateFile(service, [b], "two.json"),
    ];
    const report = await driftReport(service, ["--kind", "host", ...states], { cwd: bench.folder });
    expect(lines(report)).toEqual([`undeclared ${c}`]);
    expect(report.states).toEqual(states);
  });

  it("is the kinds asked for, whose lists alone are read", async () => {
    const service = await bench.emulator();
    hosts(service, "a");
    service.account.add("contact_group", { name: "Ops" });
    service.account.add("contact", { contact: "ops@example.com" });
    const state = await bench.stateFile(service, []);
    const report = await driftReport(service, ["--kind", "contact_group,contact", state], {
      cwd: bench.folder,
    });
    expect(new Set(report.findings.map(({ kind }) => kind))).toEqual(new Set(["contact_group", "contact"]));
    expect(new Set(service.requests.map(({ path }) => path))).toEqual(
      new Set(["/contact/groups", "/contact/contacts"]),
    );
  });

  it("is the objects that have a tag, in the state or in the account", async () => {
    const service = await bench.emulator();
    const [a = "", b = "", c = "", d = ""] = hosts(service, "a", "b", "c", "d");
    const state = await bench.stateFile(service, [a, b, c]);
    service.account.change(a, { tags: ["x"] });
    service.account.change(b, { tags: ["a"] });
    service.account.remove(c);
    service.account.change(d, { tags: ["a"] });
    const report = await driftReport(service, ["--tag", "a", state], { cwd: bench.folder });
    expect(lines(report)).toEqual([`changed ${a}`, `changed ${b}`, `undeclared ${d}`]);
    expect(report.kinds).toEqual(["host", "certificate_monitor"]);
  });

  it("leaves out unmanaged objects if requested: then only the lists of declared kinds are read", async () => {
    const service = await bench.emulator();
    const [a = ""] = hosts(service, "a", "b");
    const state = await bench.stateFile(service, [a]);
    const report = await driftReport(service, ["--no-undeclared", state], { cwd: bench.folder });
    expect(report.findings).toEqual([]);
    expect(new Set(service.requests.map(({ path }) => path))).toEqual(new Set(["/rbl/hosts"]));
  });

  it("is without what the ignore file of the folder means, which is counted", async () => {
    const service = await bench.emulator();
    const [a = "", b = "", c = ""] = hosts(service, "a", "lab", "c");
    const state = await bench.stateFile(service, [a, c]);
    service.account.change(a, { name: "A", tags: ["x"] });
    service.account.change(c, { tags: ["x"] });
    await writeFile(
      join(bench.folder, ".rblmonitorignore"),
      "host LAB.*\nhost.tags *\nhost nothing\n* *efault*\n* Public*\n",
    );
    const report = await driftReport(service, [state, "--defaults"], { cwd: bench.folder });
    expect(report.findings.map(({ id, attributes }) => [id, attributes?.map(({ name }) => name)])).toEqual([
      [a, ["name"]],
    ]);
    expect(report.counts).toMatchObject({ changed: 1, undeclared: 0, ignored_attributes: 1, ignored: 5 });
    expect(report.notes).toEqual([
      { text: ".rblmonitorignore:3: the rule `host nothing` matches no object." },
    ]);
    expect(b).not.toBe("");
  });

  it("leaves out what the account's plan does not have, unless it is declared", async () => {
    const service = await bench.emulator({ plan: "free" });
    const state = await bench.stateFile(service, []);
    const report = await driftReport(service, [state], { cwd: bench.folder });
    expect(report.kinds).not.toContain("source");
    expect(report.notes.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^Sources were not read: list sources/),
    );
  });

  it.each([
    ["/contact/contacts", 1],
    ["/rbl/sources", 0],
    ["/cert/monitors", 0],
  ])("may lack unmanaged objects of %s, which the service refuses", async (path, expected) => {
    const service = await bench.emulator();
    const state = await bench.stateFile(service, []);
    const { code, stdout, stderr } = await withRefusedLists(service, [path], (refusing) =>
      driftRun(refusing, ["--json", state], { cwd: bench.folder }),
    );
    expect([code, JSON.parse(stdout).complete]).toEqual([expected, expected === 0]);
    expect(stderr).toBe(
      expected === 0
        ? ""
        : "rblmonitor: Unmanaged objects may be missing in the report: a list lacks objects or was refused, as the notes say.\n",
    );
  });

  it("is an error when the service refuses this client", async () => {
    const service = await bench.emulator({ allowedAddresses: ["192.0.2.1"] });
    const { code, stderr } = await driftRun(service, [await bench.stateFile(service, [])], {
      cwd: bench.folder,
    });
    expect(code).toBe(1);
    expect(stderr).toContain("the service answered 403: Forbidden");
  });

  it("is reported as inconsistent if the account keeps changing", async () => {
    const latency = () => {
      hosts(service, "another");
      return 0;
    };
    const service: Emulator = await bench.emulator({ latency });
    hosts(service, "a", "b", "c");
    const args = ["--kind", "host", "--page-size", "2", await bench.stateFile(service, [])];
    const report = await driftReport(service, args, { cwd: bench.folder });
    expect(report.notes.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(
        /^The account's hosts changed while they were read, so the result may be inconsistent/,
      ),
    );
  });

  it("asks whether it is the right account when nothing declared is left in it", async () => {
    const service = await bench.emulator();
    const ids = hosts(service, "a", "b");
    const state = await bench.stateFile(service, ids);
    const other = await bench.emulator();
    const report = await driftReport(other, ["--kind", "host", state], { cwd: bench.folder });
    expect(lines(report)).toEqual(ids.map((id) => `gone ${id}`));
    expect(report.notes).toEqual([
      { text: "All 2 declared objects are missing. Does this state belong to another account?" },
    ]);
  });

  it("has children of a declared subnet as declared, and the built-in sources as the service's own", async () => {
    const service = await bench.emulator();
    const [net = ""] = hosts(service, "net");
    service.account.add("host", { host: "192.0.2.1", parent: net });
    const report = await driftReport(
      service,
      ["--kind", "host,source", await bench.stateFile(service, [net])],
      {
        cwd: bench.folder,
      },
    );
    expect(report.findings).toEqual([]);
  });

  it("has nothing about attributes that the state of an older version of the provider lacks", async () => {
    const service = await bench.emulator();
    const [, b = ""] = hosts(service, "a", "b");
    service.account.change(b, { paused: true });
    const stored = service.account.objects("host").map((object) => {
      const { paused: _, members: __, tags: ___, ...attributes } = storedObject("host", object);
      return { kind: "host", attributes } as const;
    });
    await writeFile(join(bench.folder, "old.json"), rawStateOf(stored));
    const { findings } = await driftReport(service, ["--kind", "host", "old.json"], { cwd: bench.folder });
    // The next plan resumes the paused host, since the default is false.
    expect(findings).toMatchObject([{ id: b, attributes: [{ name: "paused", before: false, after: true }] }]);
  });

  it("does not report unmanaged sources where the API does not return which are built in", async () => {
    const service = await bench.emulator({ customFlag: "absent" });
    service.account.add("source", { host: "bl.example.com" });
    const report = await driftReport(service, ["--kind", "source", await bench.stateFile(service, [])], {
      cwd: bench.folder,
    });
    expect(report.findings).toEqual([]);
    expect(report.notes.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^The API does not return whether \d+ sources are built in/),
    );
  });

  it.each([
    [[], 2, "at least 1 unmanaged"],
    [["b"], 1, "at least 0 unmanaged"],
  ])(
    "shows the least number of unmanaged objects where a list lacks objects: state of %j",
    async (names, code, count) => {
      const service = await bench.emulator();
      const [, b = ""] = hosts(service, "a", "b");
      const state = await bench.stateFile(
        service,
        [...names].map(() => b),
      );
      for (const format of ["table", "markdown"]) {
        const { code: ended, stdout } = await withLackingLists(service, "/rbl/hosts.json", (lacking) =>
          driftRun(lacking, ["--kind", "host", "--format", format, state], { cwd: bench.folder }),
        );
        expect([ended, stdout]).toEqual([code, expect.stringContaining(count)]);
        expect(stdout).not.toContain("No drift");
      }
    },
  );
});

describe("the requests of rblmonitor drift", () => {
  it("are at most 28 more when declared objects are gone: 25 are confirmed by SID, the first three twice", async () => {
    const service = await bench.emulator();
    const ids = hosts(service, ...Array.from({ length: 120 }, (_, n) => `host-${n}`));
    const state = await bench.stateFile(service, ids);
    for (const id of ids.slice(0, 40)) service.account.remove(id);
    const report = await driftReport(service, ["--kind", "host", "--page-size", "50", state], {
      cwd: bench.folder,
    });
    expect(report.counts.gone).toBe(40);
    expect(report.requests.sent).toBe(2 * 2 + 25 + 3);
  });

  it("are the pages of the lists, twice at most, however many objects are declared", async () => {
    const service = await bench.emulator();
    const ids = hosts(service, ...Array.from({ length: 250 }, (_, n) => `host-${n}`));
    const state = await bench.stateFile(service, ids);
    const args = ["--kind", "host", "--page-size", "50", state];
    const report = await driftReport(service, args, { cwd: bench.folder });
    expect(report.findings).toEqual([]);
    expect(report.requests.sent).toBe(service.requestCount);
    expect(report.requests.sent).toBe(2 * 5);
    const before = service.requestCount;
    expect((await driftReport(service, ["--once", ...args], { cwd: bench.folder })).requests.sent).toBe(5);
    expect(service.requestCount - before).toBe(5);
  });

  it("are sent without a word, many at the same time", async () => {
    const service = await bench.emulator({ latency: 5 });
    for (let n = 0; n < 40; n++) {
      service.account.add("host", { host: `mail-${n}.example.com` });
      service.account.add("source", { host: `bl-${n}.example.com` });
      service.account.add("contact", { contact: `ops-${n}@example.com` });
    }
    const args = ["--page-size", "5", await bench.stateFile(service, [])];
    expect(await driftRun(service, args, { cwd: bench.folder })).toMatchObject({ code: 2, stderr: "" });
  });

  it("that are left in this hour are shown if the service reports them", async () => {
    const service = await bench.emulator({ limits: { ...documentedLimits, hour: 20 } });
    const state = await bench.stateFile(service, []);
    const report = await driftReport(service, ["--kind", "contact_group", state], { cwd: bench.folder });
    expect(report.requests).toEqual({ sent: service.requestCount, left: 20 - service.requestCount });
  });
});
