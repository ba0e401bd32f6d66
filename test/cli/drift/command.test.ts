import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../src/emulator/emulator";
import { documentedLimits } from "../../../src/emulator/options";
import type { Kind } from "../../../src/service/kinds";
import { driftReport, driftRun, type ReportJson } from "./command";
import { rawStateOf, storedObject } from "./stored-object";

let folder: string;
const open: Emulator[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "drift-command-"));
});
afterEach(async () => {
  for (const service of open.splice(0)) await service.close();
  await rm(folder, { recursive: true, force: true });
});

async function emulator(settings: EmulatorOptions = {}): Promise<Emulator> {
  const service = await startEmulator({ limits: "off", ...settings });
  open.push(service);
  return service;
}

/** A state of those objects, in a file. */
async function stateFile(service: Emulator, ids: readonly string[], name = "state.json"): Promise<string> {
  const kinds: readonly Kind[] = ["host", "source"];
  const objects = ids.map((id) => {
    const kind = kinds.find((each) => service.account.objects(each).some((one) => one.id === id));
    const object = service.account.find(id);
    if (kind === undefined || object === undefined) throw new Error(`The account has no ${id}.`);
    return { kind, attributes: storedObject(kind, object) };
  });
  await writeFile(join(folder, name), rawStateOf(objects));
  return name;
}

function hosts({ account }: Emulator, ...names: readonly string[]): string[] {
  return names.map((name) => account.add("host", { host: `${name}.example.com`, name, tags: [name] }).id);
}

const lines = ({ findings }: ReportJson) => findings.map(({ type, id }) => `${type} ${id}`);

describe("the exit code of rblmonitor drift", () => {
  it("is 0 without drift, 2 with drift", async () => {
    const service = await emulator();
    const [id = ""] = hosts(service, "mx");
    const state = await stateFile(service, [id]);
    const args = ["--kind", "host", state];
    expect((await driftRun(service, args, { cwd: folder })).code).toBe(0);
    service.account.change(id, { name: "Post" });
    expect((await driftRun(service, args, { cwd: folder })).code).toBe(2);
  });

  it("is 1 with words on standard error, and nothing on standard output, when the service refuses", async () => {
    const service = await emulator();
    const { code, stdout, stderr } = await driftRun(
      { ...service, url: service.url, authToken: "wrong" },
      [await stateFile(service, [])],
      { cwd: folder },
    );
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^rblmonitor: Authentication failed/m);
  });

  it.each([
    ["no such file", ["none.json"], "none.json"],
    ["a kind that is none", ["--kind", "hosts", "x"], 'There is no kind "hosts". Kinds: host, '],
    ["a format that is none", ["--format", "xml", "x"], "Allowed choices are table, json"],
    ["a folder that is none", ["--chdir", "none"], "There is no folder none"],
    ["an ignore file that is none", ["--ignore-file", "none", "x"], "none"],
  ])("is 1 for %s", async (_, args, message) => {
    const { code, stdout, stderr } = await driftRun(await emulator(), args, { cwd: folder });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(message);
  });

  it("is 1 with Terraform's words when it cannot read the state", async () => {
    await writeFile(join(folder, "main.tf"), 'terraform {\n  backend "http" {}\n}\n');
    const { code, stderr } = await driftRun(await emulator(), [], { cwd: folder });
    expect(code).toBe(1);
    expect(stderr).toContain("`terraform state pull` in . ended with 1");
    expect(stderr).toContain("Backend initialization required");
    expect(stderr).not.toContain("\u001b");
  });

  it("is 1 when there is no Terraform", async () => {
    const where = { cwd: folder, environment: { PATH: folder } };
    const { code, stderr } = await driftRun(await emulator(), [], where);
    expect(code).toBe(1);
    expect(stderr).toContain("There is no terraform or tofu on the PATH");
  });

  it.each([
    ["tofu where there is no terraform", "tofu", {}],
    ["the one that TERRAFORM_BINARY_NAME names", "terraform-1.9", { TERRAFORM_BINARY_NAME: "terraform-1.9" }],
  ])("tells drift with %s", async (_, name, environment) => {
    const service = await emulator();
    const [id = ""] = hosts(service, "mx");
    await stateFile(service, [id]);
    service.account.remove(id);
    const script =
      '#!/bin/sh\n[ "$1 $2" = "state pull" ] && while read -r line; do echo "$line"; done < state.json\n';
    // A state is one line without an end.
    await writeFile(join(folder, "state.json"), `${await readFile(join(folder, "state.json"), "utf8")}\n`);
    await writeFile(join(folder, name), script, { mode: 0o755 });
    const where = { cwd: folder, environment: { PATH: folder, ...environment } };
    const report = await driftReport(service, ["--kind", "host"], where);
    expect(lines(report)).toEqual([`gone ${id}`]);
  });

  it("is 1 when an object cannot be read, which is not taken for gone", async () => {
    const service = await emulator();
    const { id } = service.account.add("source", { host: "bl.example.com" });
    const state = await stateFile(service, [id]);
    service.account.remove(id);
    service.faults.arm({ fault: "502-html", path: "/rbl/sources/{id}", times: 20 });
    const { code, stdout, stderr } = await driftRun(service, [state, "--max-wait", "0"], { cwd: folder });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("rblmonitor_source.object_0");
  });

  it.each(["SIGINT", "SIGTERM"] as const)(
    "is 1 after %s, and nothing more is asked of the service",
    async (signal) => {
      const child = { stop: (): unknown => undefined };
      const service = await emulator({
        latency: () => {
          child.stop();
          return 30_000;
        },
      });
      const state = await stateFile(service, []);
      const run = driftRun(service, [state, "--kind", "host"], {
        cwd: folder,
        onStart: ({ kill }) => {
          child.stop = () => kill(signal);
        },
      });
      const { code, stdout, stderr } = await run;
      expect([code, stdout, stderr]).toEqual([1, "", "rblmonitor: Stopped before the account was read.\n"]);
      expect(service.requestCount).toBe(1);
    },
  );
});

describe("what rblmonitor drift compares", () => {
  it("is all states that are given, of which each declares a part of the account", async () => {
    const service = await emulator();
    const [a = "", b = "", c = ""] = hosts(service, "a", "b", "c");
    const states = [await stateFile(service, [a], "one.json"), await stateFile(service, [b], "two.json")];
    const report = await driftReport(service, ["--kind", "host", ...states], { cwd: folder });
    expect(lines(report)).toEqual([`undeclared ${c}`]);
    expect(report.states).toEqual(states);
  });

  it("is the kinds asked for, whose lists alone are read", async () => {
    const service = await emulator();
    hosts(service, "a");
    const state = await stateFile(service, []);
    const report = await driftReport(service, ["--kind", "contact_group,contact", state], { cwd: folder });
    expect(new Set(report.findings.map(({ kind }) => kind))).toEqual(new Set(["contact_group"]));
    expect(new Set(service.requests.map(({ path }) => path))).toEqual(
      new Set(["/contact/groups", "/contact/contacts"]),
    );
  });

  it("is the objects that have a tag, in the state or in the account", async () => {
    const service = await emulator();
    const [a = "", b = "", c = "", d = ""] = hosts(service, "a", "b", "c", "d");
    const state = await stateFile(service, [a, b, c]);
    service.account.change(a, { tags: ["x"] });
    service.account.change(b, { tags: ["a"] });
    service.account.remove(c);
    service.account.change(d, { tags: ["a"] });
    const report = await driftReport(service, ["--tag", "a", state], { cwd: folder });
    expect(lines(report)).toEqual([`changed ${a}`, `changed ${b}`, `undeclared ${d}`]);
    expect(report.kinds).toEqual(["host", "certificate_monitor"]);
  });

  it("is not what nobody declared, if told so: then only the lists of declared kinds are read", async () => {
    const service = await emulator();
    const [a = ""] = hosts(service, "a", "b");
    const state = await stateFile(service, [a]);
    const report = await driftReport(service, ["--no-undeclared", state], { cwd: folder });
    expect(report.findings).toEqual([]);
    expect(new Set(service.requests.map(({ path }) => path))).toEqual(new Set(["/rbl/hosts"]));
  });

  it("is without what the ignore file of the folder means, which is counted", async () => {
    const service = await emulator();
    const [a = "", b = "", c = ""] = hosts(service, "a", "lab", "c");
    const state = await stateFile(service, [a, c]);
    service.account.change(a, { name: "A", tags: ["x"] });
    service.account.change(c, { tags: ["x"] });
    await writeFile(join(folder, ".rblmonitorignore"), "host LAB.*\nhost.tags *\nhost nothing\n* *efault*\n");
    const report = await driftReport(service, [state], { cwd: folder });
    expect(report.findings.map(({ id, attributes }) => [id, attributes?.map(({ name }) => name)])).toEqual([
      [a, ["name"]],
    ]);
    expect(report.counts).toMatchObject({ changed: 1, undeclared: 0, ignored_attributes: 1, ignored: 5 });
    expect(report.notes).toEqual([{ text: ".rblmonitorignore:3: the rule `host nothing` means no object." }]);
    expect(b).not.toBe("");
  });

  it("leaves out what the account's plan does not have, unless it is declared", async () => {
    const service = await emulator({ plan: "free" });
    const state = await stateFile(service, []);
    const report = await driftReport(service, [state], { cwd: folder });
    expect(report.kinds).not.toContain("source");
    expect(report.notes.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^Sources were not compared: list sources/),
    );
  });

  it("is nothing at all when the service lets nobody in from here", async () => {
    const service = await emulator({ allowedAddresses: ["192.0.2.1"] });
    const { code, stderr } = await driftRun(service, [await stateFile(service, [])], { cwd: folder });
    expect(code).toBe(1);
    expect(stderr).toContain("The service forbids this");
  });

  it("asks whether it is the right account when nothing declared is left in it", async () => {
    const service = await emulator();
    const ids = hosts(service, "a", "b");
    const state = await stateFile(service, ids);
    const other = await emulator();
    const report = await driftReport(other, ["--kind", "host", state], { cwd: folder });
    expect(lines(report)).toEqual(ids.map((id) => `gone ${id}`));
    expect(report.notes).toEqual([
      { text: "All 2 declared objects are gone. Is this the account of that state?" },
    ]);
  });

  it("has children of a declared subnet as declared, and the built-in sources as the service's own", async () => {
    const service = await emulator();
    const [net = ""] = hosts(service, "net");
    service.account.add("host", { host: "192.0.2.1", parent: net });
    const report = await driftReport(service, ["--kind", "host,source", await stateFile(service, [net])], {
      cwd: folder,
    });
    expect(report.findings).toEqual([]);
  });

  it("does not tell undeclared sources where the service does not tell its own", async () => {
    const service = await emulator({ customFlag: "absent" });
    service.account.add("source", { host: "bl.example.com" });
    const report = await driftReport(service, ["--kind", "source", await stateFile(service, [])], {
      cwd: folder,
    });
    expect(report.findings).toEqual([]);
    expect(report.notes.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^The service does not tell of \d+ sources/),
    );
  });
});

describe("the requests of rblmonitor drift", () => {
  it("are no more when declared objects are gone", async () => {
    const service = await emulator();
    const ids = hosts(service, ...Array.from({ length: 120 }, (_, n) => `host-${n}`));
    const state = await stateFile(service, ids);
    for (const id of ids.slice(0, 40)) service.account.remove(id);
    const report = await driftReport(service, ["--kind", "host", "--page-size", "50", state], {
      cwd: folder,
    });
    expect(report.counts.gone).toBe(40);
    expect(report.requests.sent).toBe(2 * 2);
  });

  it("are the pages of the lists, twice at most, however many objects are declared", async () => {
    const service = await emulator();
    const ids = hosts(service, ...Array.from({ length: 250 }, (_, n) => `host-${n}`));
    const state = await stateFile(service, ids);
    const args = ["--kind", "host", "--page-size", "50", state];
    const report = await driftReport(service, args, { cwd: folder });
    expect(report.findings).toEqual([]);
    expect(report.requests.sent).toBe(service.requestCount);
    expect(report.requests.sent).toBe(2 * 5);
    const before = service.requestCount;
    expect((await driftReport(service, ["--once", ...args], { cwd: folder })).requests.sent).toBe(5);
    expect(service.requestCount - before).toBe(5);
  });

  it("are sent without a word, many at the same time", async () => {
    const service = await emulator({ latency: 5 });
    for (let n = 0; n < 40; n++) {
      service.account.add("host", { host: `mail-${n}.example.com` });
      service.account.add("source", { host: `bl-${n}.example.com` });
      service.account.add("contact", { contact: `ops-${n}@example.com` });
    }
    const args = ["--page-size", "5", await stateFile(service, [])];
    expect(await driftRun(service, args, { cwd: folder })).toMatchObject({ code: 2, stderr: "" });
  });

  it("that are left of the hour are told when the service does", async () => {
    const service = await emulator({ limits: { ...documentedLimits, hour: 20 } });
    const state = await stateFile(service, []);
    const report = await driftReport(service, ["--kind", "host", state], { cwd: folder });
    expect(report.requests).toEqual({ sent: service.requestCount, left: 20 - service.requestCount });
  });
});

describe("what rblmonitor drift writes", () => {
  it.each(["table", "json", "markdown", "sarif", "junit"])(
    "is a report as %s in the file asked for, and nothing beside",
    async (format) => {
      const service = await emulator();
      const state = await stateFile(service, []);
      const args = ["--format", format, state];
      const { stdout } = await driftRun(service, args, { cwd: folder });
      const written = await driftRun(service, [...args, "--output", "report"], { cwd: folder });
      expect([written.code, written.stdout, written.stderr]).toEqual([2, "", ""]);
      const timeless = (text: string) =>
        text.replace(/"?\d{4}-\d\d-\d\dT[\d:.]+Z?"|time="[\d.]+"|"?left"?[:\d ,]+|[\d,]+ left/g, "");
      expect(timeless(await readFile(join(folder, "report"), "utf8"))).toBe(timeless(stdout));
      expect((await readdir(folder)).sort()).toEqual(["report", "state.json"]);
    },
  );

  it("is no part of a report where it cannot be written whole", async () => {
    const service = await emulator();
    const state = await stateFile(service, []);
    const { code, stderr } = await driftRun(service, ["--output", "none/report", state], { cwd: folder });
    expect(code).toBe(1);
    expect(stderr).toContain("none/report cannot be written");
  });

  it("tells people what to do next", async () => {
    const service = await emulator();
    const [a = ""] = hosts(service, "a", "b");
    const state = await stateFile(service, [a]);
    service.account.remove(a);
    const { stdout } = await driftRun(service, ["--kind", "host", state], { cwd: folder });
    expect(stdout).toContain("1 declared: 0 changed, 1 gone; 1 undeclared; 0 ignored.");
    expect(stdout).toContain("terraform plan");
    expect(stdout).toContain("rblmonitor adopt");
  });

  it.each(["table", "json", "markdown", "sarif", "junit"])("holds no secret as %s", async (format) => {
    const service = await emulator({ argsReturned: "whole" });
    const contact = service.account.add("contact", { contact: "x", args: { key: "args-secret" } });
    const [marked = ""] = hosts(service, "secret-now");
    const stored = {
      ...storedObject("contact", contact),
      args: { key: "args-before" },
      args_wo_version: 1,
    };
    const host = storedObject("host", service.account.find(marked) as never);
    const state = JSON.parse(
      rawStateOf([
        { kind: "contact", attributes: stored },
        { kind: "host", attributes: { ...host, name: "name-secret" } },
      ]),
    );
    state.resources[1].instances[0].sensitive_attributes = [[{ type: "get_attr", value: "name" }]];
    service.account.change(contact.id, { schedule: "every_check" });
    const { code, stdout, stderr } = await driftRun(service, ["--format", format, "-"], {
      input: JSON.stringify(state),
    });
    expect([code, stderr]).toEqual([2, ""]);
    expect(stdout).toContain("every");
    expect(stdout).toMatch(/sensitive/);
    for (const secret of [service.authToken, "args-secret", "args-before", '"secret-now"'])
      expect(stdout).not.toContain(secret);
    expect(stdout).not.toContain("name-secret");
  });
});
