import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { commandRun, driftReport, driftRun } from "./command";
import { rawStateOf, storedObject } from "./stored-object";
import { hosts, Workbench } from "./workbench";

let bench: Workbench;

beforeEach(async () => {
  bench = await Workbench.open();
});
afterEach(() => bench.close());

describe("the exit code of rblmonitor drift", () => {
  it("is 0 without drift, 2 with drift", async () => {
    const service = await bench.emulator();
    const [id = ""] = hosts(service, "mx");
    const state = await bench.stateFile(service, [id]);
    const args = ["--kind", "host", state];
    expect((await driftRun(service, args, { cwd: bench.folder })).code).toBe(0);
    service.account.change(id, { name: "Post" });
    expect((await driftRun(service, args, { cwd: bench.folder })).code).toBe(2);
  });

  it("is 1 with words on standard error, and nothing on standard output, when the service refuses", async () => {
    const service = await bench.emulator();
    const { code, stdout, stderr } = await driftRun(
      { ...service, url: service.url, authToken: "wrong" },
      [await bench.stateFile(service, [])],
      { cwd: bench.folder },
    );
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("rblmonitor: The service refused these credentials (401).");
  });

  it.each([
    ["no such file", ["none.json"], "none.json"],
    [
      "a kind that is none",
      ["--kind", "hosts", "x"],
      'Unknown kind "hosts". Did you mean host? Kinds: host, ',
    ],
    ["a format that is none", ["--format", "xml", "x"], "Allowed choices are table, json"],
    ["a folder that is none", ["--chdir", "none"], "The folder none does not exist."],
    ["an ignore file that is none", ["--ignore-file", "none", "x"], "none"],
  ])("is 1 for %s", async (_, args, message) => {
    const { code, stdout, stderr } = await driftRun(await bench.emulator(), args, { cwd: bench.folder });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(message);
  });

  it("is 1 with Terraform's words when it cannot read the state", async () => {
    await writeFile(join(bench.folder, "main.tf"), 'terraform {\n  backend "http" {}\n}\n');
    const { code, stderr } = await driftRun(await bench.emulator(), [], { cwd: bench.folder });
    expect(code).toBe(1);
    expect(stderr).toContain("`terraform state pull` in . ended with 1");
    expect(stderr).toContain("Backend initialization required");
    expect(stderr).not.toContain("\u001b");
  });

  it("is 1 when there is no Terraform", async () => {
    const where = { cwd: bench.folder, environment: { PATH: bench.folder } };
    const { code, stderr } = await driftRun(await bench.emulator(), [], where);
    expect(code).toBe(1);
    expect(stderr).toContain("terraform or tofu is not on the PATH");
  });

  it.each([
    ["tofu where there is no terraform", "tofu", {}],
    ["the one that TERRAFORM_BINARY_NAME names", "terraform-1.9", { TERRAFORM_BINARY_NAME: "terraform-1.9" }],
  ])("reports drift with %s", async (_, name, environment) => {
    const service = await bench.emulator();
    const [id = ""] = hosts(service, "mx");
    await bench.stateFile(service, [id]);
    service.account.remove(id);
    const script =
      '#!/bin/sh\n[ "$1 $2" = "state pull" ] && while read -r line; do echo "$line"; done < state.json\n';
    // A state is one line without an end.
    await writeFile(
      join(bench.folder, "state.json"),
      `${await readFile(join(bench.folder, "state.json"), "utf8")}\n`,
    );
    await writeFile(join(bench.folder, name), script, { mode: 0o755 });
    const where = { cwd: bench.folder, environment: { PATH: bench.folder, ...environment } };
    for (const folder of [[], ["."], ["--state", "."], ["--chdir", "."]]) {
      const report = await driftReport(service, ["--kind", "host", ...folder], where);
      expect(report.findings).toMatchObject([{ type: "gone", id }]);
    }
  });

  it("comes with commands for the folders and the account that the options select", async () => {
    const service = await bench.emulator();
    const [id = ""] = hosts(service, "mx", "unmanaged");
    await bench.stateFile(service, [id]);
    service.account.remove(id);
    const folder = join(bench.folder, "mail team");
    await mkdir(folder);
    const state = await readFile(join(bench.folder, "state.json"), "utf8");
    for (const each of [folder, bench.folder]) await writeFile(join(each, "state.json"), `${state}\n`);
    const script = '#!/bin/sh\nwhile read -r line; do echo "$line"; done < state.json\n';
    await writeFile(join(bench.folder, "terraform"), script, { mode: 0o755 });
    const args = ["--kind", "host", "--chdir", folder, "--chdir", ".", "--account-sid", service.accountSid];
    const environment = { PATH: bench.folder, RBLMONITOR_ACCOUNT_SID: undefined } as never;
    const { code, stdout } = await driftRun(service, args, { cwd: bench.folder, environment });
    expect(code).toBe(2);
    const account = `--account-sid ${service.accountSid}`;
    expect(stdout).toContain(
      `Restore changed and missing objects:\n  terraform -chdir='${folder}' apply\n  terraform apply\n`,
    );
    expect(stdout).toContain(
      `  rblmonitor drift --chdir '${folder}' --chdir . --kind host --json --output drift.json ${account}\n  rblmonitor adopt --undeclared drift.json ${account}\n`,
    );
  });

  it("is 1 when an object cannot be read, which is not taken for gone", async () => {
    const service = await bench.emulator();
    const { id } = service.account.add("source", { host: "bl.example.com" });
    const state = await bench.stateFile(service, [id]);
    service.account.remove(id);
    service.faults.arm({ fault: "502-html", path: "/rbl/sources/{id}", times: 20 });
    const { code, stdout, stderr } = await driftRun(service, [state, "--max-wait", "0"], {
      cwd: bench.folder,
    });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("rblmonitor_source.object_0");
  });

  it.each(["SIGINT", "SIGTERM"] as const)(
    "is missing after %s, which ends the command without further requests",
    async (signal) => {
      const child = { stop: (): unknown => undefined };
      const service = await bench.emulator({
        latency: () => {
          child.stop();
          return 30_000;
        },
      });
      const state = await bench.stateFile(service, []);
      const run = driftRun(service, [state, "--kind", "host"], {
        cwd: bench.folder,
        onStart: ({ kill }) => {
          child.stop = () => kill(signal);
        },
      });
      const { code, stdout, stderr } = await run;
      expect([code, stdout, stderr]).toEqual([null, "", ""]);
      expect(service.requestCount).toBe(1);
    },
  );
});

describe("an object that two states declare", () => {
  it.each([
    [
      "table",
      /^ {2}repeated .*\n\s+rblmonitor_host\.object_0 in a\.json\n\s+rblmonitor_host\.object_1 in b\.json$/m,
    ],
    [
      "json",
      /"places": \[\s*"rblmonitor_host\.object_0 in a\.json",\s*"rblmonitor_host\.object_1 in b\.json"/,
    ],
    ["markdown", /\| repeated \|.*object&#95;0 in a\.json.*<br>.*object&#95;1 in b\.json/],
    [
      "sarif",
      /is declared more than once: rblmonitor_host\.object_0 in a\.json, rblmonitor_host\.object_1 in b\.json/,
    ],
    ["junit", /<failure type="repeated" message="HT\w+ is declared more than once: /],
  ])("is a finding, as %s", async (format, shown) => {
    const service = await bench.emulator();
    const [mx = "", other = ""] = hosts(service, "mx", "other");
    const states = [
      await bench.stateFile(service, [mx], "a.json"),
      await bench.stateFile(service, [other, mx], "b.json"),
    ];
    const args = ["--kind", "host", "--format", format, ...states];
    const { code, stdout } = await driftRun(service, args, { cwd: bench.folder });
    expect(code).toBe(2);
    expect(stdout).toMatch(shown);
  });

  it("can be ignored, and does not count among other kinds", async () => {
    const service = await bench.emulator();
    const [mx = ""] = hosts(service, "mx");
    const states = [
      await bench.stateFile(service, [mx], "a.json"),
      await bench.stateFile(service, [mx], "b.json"),
    ];
    const where = { cwd: bench.folder };
    expect((await driftRun(service, ["--kind", "certificate_profile", ...states], where)).code).toBe(0);
    await writeFile(join(bench.folder, ".rblmonitorignore"), "host mx.example.com");
    expect((await driftRun(service, ["--kind", "host", ...states], where)).code).toBe(0);
  });
});

describe("what rblmonitor drift writes", () => {
  it.each(["table", "json", "markdown", "sarif", "junit"])(
    "is a report as %s in the requested file, and nothing else",
    async (format) => {
      const service = await bench.emulator();
      const state = await bench.stateFile(service, []);
      const args = ["--format", format, "--defaults", state];
      const { stdout } = await driftRun(service, args, { cwd: bench.folder });
      const written = await driftRun(service, [...args, "--output", "report"], { cwd: bench.folder });
      expect([written.code, written.stdout, written.stderr]).toEqual([2, "", ""]);
      const timeless = (text: string) =>
        text.replace(/"?\d{4}-\d\d-\d\dT[\d:.]+Z?"|time="[\d.]+"|"?left"?[:\d ,]+|[\d,]+ left/g, "");
      expect(timeless(await readFile(join(bench.folder, "report"), "utf8"))).toBe(timeless(stdout));
      expect((await readdir(bench.folder)).sort()).toEqual(["report", "state.json"]);
    },
  );

  it("leaves no partial report", async () => {
    const service = await bench.emulator();
    const state = await bench.stateFile(service, []);
    const { code, stderr } = await driftRun(service, ["--output", "none/report", state], {
      cwd: bench.folder,
    });
    expect(code).toBe(1);
    expect(stderr).toContain("Cannot write none/report: no such file or directory.");
  });

  it("gives JSON with which rblmonitor adopt writes only the unmanaged objects", async () => {
    const service = await bench.emulator();
    const [a = ""] = hosts(service, "a", "b", "c");
    const state = await bench.stateFile(service, [a]);
    const where = { cwd: bench.folder };
    const args = ["drift", "--format", "json", "--output", "drift.json", state];
    expect((await commandRun(service, args, where)).code).toBe(2);
    const undeclared = (await driftReport(service, [state], where)).findings.map(({ id }) => id);
    const adopted = ["adopt", "--template", "hcl", "--output", "code", "--undeclared", "drift.json"];
    expect(await commandRun(service, adopted, where)).toMatchObject({ code: 0 });
    const imports = await readFile(join(bench.folder, "code", "imports.tf"), "utf8");
    expect([...imports.matchAll(/id = "(\w+)"/g)].map(([, id]) => id).sort()).toEqual(undeclared.sort());
  });

  it("shows the next commands", async () => {
    const service = await bench.emulator();
    const [a = ""] = hosts(service, "a", "b");
    const state = await bench.stateFile(service, [a]);
    service.account.remove(a);
    const { stdout } = await driftRun(service, ["--kind", "host", state], { cwd: bench.folder });
    expect(stdout).toContain("1 declared: 0 changed, 1 missing; 1 unmanaged; 0 ignored.");
    expect(stdout).toContain("terraform apply");
    expect(stdout).toContain("rblmonitor adopt");
  });

  it("are the two commands that import only the unmanaged objects", async () => {
    const service = await bench.emulator();
    const [a = ""] = hosts(service, "a", "b");
    const state = await bench.stateFile(service, [a]);
    const args = [state, "--kind", "host", "--tag", "a,b"];
    const { stdout } = await driftRun(service, args, { cwd: bench.folder });
    const commands = [...stdout.matchAll(/^ {2}rblmonitor (.*)$/gm)].map(([, line = ""]) => line.split(" "));
    expect(commands).toEqual([
      ["drift", state, "--kind", "host", "--tag", "a,b", "--json", "--output", "drift.json"],
      ["adopt", "--undeclared", "drift.json"],
    ]);
    const where = { cwd: bench.folder };
    expect((await commandRun(service, commands[0] ?? [], where)).code).toBe(2);
    // In the folder of a configuration in HCL, the code is HCL.
    await writeFile(join(bench.folder, "main.tf"), "");
    expect((await commandRun(service, commands[1] ?? [], where)).code).toBe(0);
    const imports = await readFile(join(bench.folder, "adopted", "imports.tf"), "utf8");
    expect(imports.match(/to = \S+/g)).toEqual(["to = rblmonitor_host.b"]);
  });

  it("does not report objects that every account has, unless --defaults is given", async () => {
    const service = await bench.emulator();
    const state = await bench.stateFile(service, []);
    const where = { cwd: bench.folder };
    expect(await driftRun(service, [state], where)).toMatchObject({ code: 0 });
    expect((await driftReport(service, [state], where)).counts).toMatchObject({ undeclared: 0, defaults: 3 });
    const { code, findings } = await driftReport(service, [state, "--defaults"], where);
    expect([code, findings.map(({ kind }) => kind)]).toEqual([
      2,
      ["monitoring_profile", "certificate_profile", "contact_group"],
    ]);
  });

  it("does not report the built-in certificate profile when another one is the default", async () => {
    const service = await bench.emulator();
    for (const { id } of service.account.objects("certificate_profile"))
      service.account.change(id, { is_default: false });
    const own = service.account.add("certificate_profile", { name: "Own", is_default: true });
    service.account.add("certificate_profile", { name: "Forgotten" });
    const state = await bench.stateFile(service, [own.id]);
    const where = { cwd: bench.folder };
    const report = await driftReport(service, [state], where);
    expect(report.counts).toMatchObject({ changed: 0, undeclared: 1, defaults: 3 });
    expect(report.findings).toEqual([expect.objectContaining({ name: "Forgotten" })]);
    const all = await driftReport(service, [state, "--defaults"], where);
    expect(all.findings).toContainEqual(expect.objectContaining({ name: "Public Profile" }));
  });

  it.each(["table", "json", "markdown", "sarif", "junit"])("holds no secret as %s", async (format) => {
    const service = await bench.emulator({ argsReturned: "whole" });
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
