import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Emulator } from "../../../../src/emulator/emulator";
import { commandRun } from "../drift/command";
import { hosts, Workbench } from "../drift/workbench";
import { fillCompany, talkative } from "./accounts";

let bench: Workbench;
let service: Emulator;
beforeEach(async () => {
  bench = await Workbench.open();
  service = await bench.emulator(talkative);
});
afterEach(() => bench.close());

const report = (...args: string[]) => commandRun(service, ["report", ...args], { cwd: bench.folder });

describe("rblmonitor report", () => {
  it("prints the summary, and how to have the page", async () => {
    fillCompany(service);
    const { code, stdout } = await report();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^✗ 2 of 43 hosts are listed\.\n/);
    expect(stdout).toMatch(/\n✓ 991 of 1,000 requests are left in this hour\.\n.*--html report\.html\n$/);
    expect(await readdir(bench.folder)).toEqual([]);
  });

  it("prints a command that resumes what is paused", async () => {
    const added = [1, 2, 3, 4].map((n) =>
      service.account.add("host", { host: `192.0.2.${n}`, paused: true }),
    );
    const monitor = service.account.add("certificate_monitor", { hostname: "a.example.com", paused: true });
    const [, command = ""] = /\n {4}rblmonitor (resume .*)\n/.exec((await report()).stdout) ?? [];
    const words = command.split(" ").map((word) => word.replace(/^'(.*)'$/, "$1"));
    expect(await commandRun(service, [...words, "--yes"])).toMatchObject({ code: 0, stderr: "" });
    expect([...added, monitor].map(({ id }) => service.account.find(id))).not.toContainEqual(
      expect.objectContaining({ paused: true }),
    );
  });

  it("writes the page into a file, and names it in the summary", async () => {
    fillCompany(service);
    const { code, stdout } = await report("--html", "report.html");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^✗ 2 of 43 hosts are listed\.\n[\s\S]*\nThe page is in report\.html\.\n$/);
    expect(await readdir(bench.folder)).toEqual(["report.html"]);
    const page = await readFile(join(bench.folder, "report.html"), "utf8");
    expect(page).toMatch(/^<!doctype html>\n[\s\S]*192\.0\.2\.5[\s\S]*<\/html>\n$/);
    expect(page).toContain(new URL(service.url).host);
  });

  it("gives the page the title that is requested", async () => {
    const { stdout } = await report("--html", "-", "--title", "Mail <servers>");
    expect(stdout).toContain("<h1>Mail &lt;servers&gt;</h1>");
  });

  it("writes the page to standard output, and nothing else", async () => {
    const { code, stdout, stderr } = await report("--html", "-");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^<!doctype html>\n[\s\S]*<\/html>\n$/);
  });

  it("prints what its help says as JSON, with the page or without", async () => {
    fillCompany(service);
    const { stdout } = await report("--json", "--html", "report.html");
    const help = (await report("--help")).stdout.replace(/\s+/g, " ");
    const found = JSON.parse(stdout);
    expect(help).toContain(`JSON: { ${Object.keys(found).join(", ")} }`);
    expect(found).toMatchObject({ counts: { host: 43 }, listed: { total: 2 }, undeclared: null });
    expect(found.listed.hosts[0]).toMatchObject({
      host: "192.0.2.5",
      listed_count: 3,
      contact_groups: [expect.any(String)],
    });
    expect(await readdir(bench.folder)).toEqual(["report.html"]);
  });

  it("holds neither the token nor args of contacts", async () => {
    service.configure({ argsReturned: "whole" });
    service.account.add("contact", { args: { key: "s3cret-args" }, confirmed: false });
    for (const args of [["--json"], ["--html", "-"]]) {
      const { stdout } = await report(...args);
      expect(stdout).toContain("someone@example.org");
      expect(stdout).not.toContain("s3cret-args");
      expect(stdout).not.toContain(service.authToken);
    }
  });

  it("reports with version 3.0 what it has, and what it lacks", async () => {
    fillCompany(service);
    const environment = { RBLMONITOR_API_VERSION: "3.0", RBLMONITOR_LEGACY_BASE_URL: service.legacyUrl };
    const where = { cwd: bench.folder, environment };
    const { code, stdout } = await commandRun(service, ["report", "--json"], where);
    const { account, counts, certificates, listed, notes } = JSON.parse(stdout);
    expect([code, account.service]).toEqual([0, new URL(service.legacyUrl).host]);
    expect([counts.host, counts.certificate_monitor, certificates, listed.total]).toEqual([
      43,
      null,
      null,
      2,
    ]);
    expect(notes).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Certificate errors were not read: /)]),
    );
  });

  it.each([
    ["needs action", { listed: true }, "action", 2],
    ["needs action", { listed: true }, "attention", 2],
    ["is worth a look", { paused: true }, "action", 0],
    ["is worth a look", { paused: true }, "attention", 2],
    ["is fine", {}, "attention", 0],
  ])("if something %s (%j), ends with --fail-on %s with the exit code %d", async (_, fields, level, exit) => {
    const group = service.account.objects("contact_group")[0]?.id ?? "";
    service.account.add("contact", { contact_group: [group] });
    service.account.add("host", { host: "a.example", contact_group: [group], ...fields });
    const { code, stdout } = await report("--fail-on", level);
    expect(code).toBe(exit);
    expect(stdout).toContain("--html report.html");
    expect((await report()).code).toBe(0);
  });

  it("shows what it has read if the requests run out, fails, and says what to do", async () => {
    fillCompany(service);
    service.configure({ limits: { hour: 6, read: 10_000 } });
    const { code, stdout, stderr } = await report("--html", "report.html");
    expect(code).toBe(1);
    expect(stdout).toMatch(/^✗ 2 (?:of 43 )?hosts are listed\.\n/);
    expect(stdout).toMatch(/\n[A-Z].* were not read: .*\n/);
    expect(stderr).toContain(
      "The report is incomplete, as its notes say. If requests ran out, run it again when the hour is over, or wait longer with --max-wait.",
    );
    expect(await readFile(join(bench.folder, "report.html"), "utf8")).toContain(" were not read: ");
    expect((await report("--fail-on", "action")).code).toBe(1);
  });

  it("changes nothing of the account", async () => {
    fillCompany(service);
    await report("--html", "report.html");
    expect(new Set(service.requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
  });
});

describe("with states, rblmonitor report", () => {
  const undeclared = async (...args: string[]) =>
    JSON.parse((await report("--json", ...args)).stdout).undeclared;

  it("reports unmanaged objects, without those of an ignore file", async () => {
    const [one = "", two = "", three = ""] = hosts(service, "one", "two", "three", "four");
    const states = [
      await bench.stateFile(service, [one], "a.json"),
      await bench.stateFile(service, [two], "b.json"),
    ];
    const names = ({ objects }: { objects: { name: string }[] }) => objects.map(({ name }) => name);
    expect(names(await undeclared(...states))).toEqual(["three", "four"]);
    await writeFile(join(bench.folder, ".rblmonitorignore"), "host four.*\n");
    const found = await undeclared(...states);
    expect(found).toMatchObject({ states, ignored: 1, objects: [{ id: three, key: "three.example.com" }] });
  });

  it("reads that of a folder's configuration with Terraform", async () => {
    await bench.stateFile(service, hosts(service, "one"), "terraform.tfstate");
    hosts(service, "two");
    const found = await undeclared("--chdir", ".");
    expect(found.states).toEqual(["."]);
    expect(found.objects.map(({ name }: { name: string }) => name)).toEqual(["two"]);
  });
});

describe("rblmonitor report fails without asking the service for anything", () => {
  it.each([
    [["--html", "-", "--json"], "--html - and --json both use standard output: pass a file to --html."],
    [["none.json"], "Cannot read the state none.json: no such file or directory."],
    [["--chdir", "none"], "The folder none does not exist."],
    [["--provider", "eu"], "--provider needs a state"],
    [["--ignore-file", "rules"], "--ignore-file needs a state"],
  ])("with %j", async (args, words) => {
    const { code, stdout, stderr } = await report(...args);
    expect([code, stdout, service.requestCount]).toEqual([1, "", 0]);
    expect(stderr).toContain(words);
  });
});

describe("when the page cannot be written, rblmonitor report", () => {
  it.each([["none/report.html"], ["."]])("says so of %s, and leaves nothing behind", async (file) => {
    const { code, stdout, stderr } = await report("--html", file);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(new RegExp(`^rblmonitor: Cannot write ${file.replace(".", "\\.")}: `, "m"));
    expect(await readdir(bench.folder)).toEqual([]);
  });

  it("leaves an older page as it was when the account cannot be read", async () => {
    await writeFile(join(bench.folder, "report.html"), "older");
    service.faults.arm({ fault: "500-before", path: "/contact/contacts", times: 100 });
    const { code, stderr } = await report("--html", "report.html");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^rblmonitor: [\s\S]*the service answered 500/m);
    expect(await readFile(join(bench.folder, "report.html"), "utf8")).toBe("older");
  });
});
