import { execFile } from "node:child_process";
import { chmod, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { candidates } from "../../../src/cli/commands/completion/run";
import { rblmonitor } from "../../../src/cli/program";
import { type Emulator, startEmulator } from "../../../src/emulator/emulator";
import { commandRun } from "./drift/command";

const noAccount = { url: "", accountSid: "", authToken: "" };
const none = async () => [];
const words = async (...line: string[]) =>
  (await candidates(rblmonitor(), line, none)).map(({ word }) => word);

describe("completion", () => {
  it.each([
    ["the commands", [""], ["install", "check", "pause", "drift", "help"]],
    ["the commands of a command", ["contacts", ""], ["list", "confirm", "resend"]],
    ["options", ["check", "--"], ["--details", "--fail-if-listed", "--json", "--base-url", "--help"]],
    ["options behind an argument", ["check", "192.0.2.1", "--d"], ["--details"]],
    ["options of a command of a command", ["contacts", "list", "--st"], ["--status"]],
    ["the choices of an argument", ["certificates", ""], ["errors", "monitors"]],
    ["the choices of an option's value", ["drift", "--format", ""], ["table", "json", "junit"]],
    ["the shells", ["completion", "z"], ["zsh"]],
  ])("offers %s", async (_, line, some) => {
    expect(await words(...line)).toEqual(expect.arrayContaining(some));
  });

  it.each([
    ["what begins otherwise", ["ch"], ["check"]],
    ["options where none is begun", ["check", "192.0.2.1", ""], []],
    ["anything for a value that can be anything", ["check", "--timeout", ""], []],
    ["options as the value of an option", ["check", "--timeout", "-"], []],
    ["options behind --", ["check", "--", "-"], []],
    ["choices once the argument is given", ["certificates", "errors", ""], []],
    ["the command that the shells call", ["comp"], ["completion"]],
    ["commands behind an argument", ["nonsense", ""], []],
  ])("does not offer %s", async (_, line, all) => {
    expect(await words(...line)).toEqual(all);
  });
});

describe("rblmonitor completion bash", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "completion-"));
    await symlink(resolve("dist/cli/rblmonitor"), join(folder, "rblmonitor"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** The completions of the last word of a line in bash, once the script is sourced. */
  async function completed(...line: string[]): Promise<string[]> {
    const script = `
      source <(rblmonitor completion bash)
      COMP_WORDS=(rblmonitor "$@")
      COMP_CWORD=$#
      "$(complete -p rblmonitor | sed 's/.*-F \\([^ ]*\\) .*/\\1/')"
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
    const { stdout } = await promisify(execFile)("bash", ["-c", script, "bash", ...line], { env });
    return stdout.split("\n").filter((word) => word !== "");
  }

  it("has bash complete commands, options and choices", async () => {
    expect(await completed("cont")).toEqual(["contacts"]);
    expect(await completed("contacts", "")).toEqual(["list", "confirm", "resend", "help"]);
    expect(await completed("check", "192.0.2.1", "--wa")).toEqual(["--wait"]);
    expect(await completed("drift", "--format", "m")).toEqual(["markdown"]);
    // Bash takes --format=m for three words.
    expect(await completed("drift", "--format", "=", "m")).toEqual(["markdown"]);
    expect(await completed("drift", "--format", "=")).toHaveLength(4);
  });

  it("leaves files to bash", async () => {
    expect(await completed("drift", "READ")).toEqual([]);
  });
});

describe("completion of values", () => {
  let service: Emulator;
  let cache: string;
  beforeEach(async () => {
    service = await startEmulator({ limits: "off" });
    cache = await mkdtemp(join(tmpdir(), "names-"));
    service.account.add("host", { host: "192.0.2.1", name: "mx one", tags: ["inbound", "mail"] });
    service.account.add("host", { host: "192.0.2.2", name: "web" });
    service.account.add("contact", { contact: "ops@example.com", type: "email" });
    service.account.add("contact", { contact: "0123456789abcdef0123456789abcdef", type: "pagerduty" });
  });
  afterEach(async () => {
    await service.close();
    await rm(cache, { recursive: true });
  });
  const offered = async (...line: string[]) => {
    const environment = { XDG_CACHE_HOME: cache };
    const { stdout } = await commandRun(service, ["complete", "--", ...line], { environment });
    return stdout.split("\n").flatMap((text) => text.split("\t")[0] || []);
  };

  it.each([
    [
      ["drift", "--kind", "cert"],
      ["certificate_monitor", "certificate_profile"],
    ],
    [
      ["drift", "--kind", "host,cert"],
      ["host,certificate_monitor", "host,certificate_profile"],
    ],
    [
      ["pause", "--kind", ""],
      ["host", "source", "certificate_monitor", "contact"],
    ],
    [
      ["contacts", "list", "--status", "p"],
      ["paused", "pending"],
    ],
    [["webhooks", "send", "http://127.0.0.1/", "rbl.host.l"], ["rbl.host.listed"]],
    [
      ["check", ""],
      ["192.0.2.1", "192.0.2.2", "mx one", "web"],
    ],
    [["check", "web", "192.0.2.2"], ["192.0.2.2"]],
    [["pause", "mx"], ["mx one"]],
    [["listings", "--tag", "in"], ["inbound"]],
    [["listings", "--tag", "mail,in"], ["mail,inbound"]],
    [["contacts", "resend", ""], ["ops@example.com"]],
  ])("of %j is %j", async (line, words) => {
    expect(await offered(...line)).toEqual(words);
  });

  it("asks the account once a minute, and keeps the names where no other user can read them", async () => {
    expect(await offered("check", "mx")).toEqual(["mx one"]);
    service.account.add("host", { host: "192.0.2.3", name: "mx two" });
    expect(await offered("check", "mx")).toEqual(["mx one"]);
    expect(service.requestCount).toBe(1);
    const folder = join(cache, "rblmonitor");
    const [file = ""] = await readdir(folder);
    expect((await stat(join(folder, file))).mode & 0o077).toBe(0);
    const old = new Date(Date.now() - 61_000);
    await utimes(join(folder, file), old, old);
    expect(await offered("check", "mx")).toEqual(["mx one", "mx two"]);
  });

  it("offers no name that would act on a terminal, or be two candidates", async () => {
    for (const [at, name] of ["a\nb", "a\u001b[2J", "a\u202eb", "a\tb"].entries())
      service.account.add("host", { host: `192.0.2.1${at}`, name });
    expect(await offered("check", "a")).toEqual([]);
  });

  it("does not trust names that another user could have written", async () => {
    await offered("check", "mx");
    const folder = join(cache, "rblmonitor");
    const [file = ""] = await readdir(folder);
    await writeFile(join(folder, file), '{"names":["mx evil"],"tags":[]}');
    expect(await offered("check", "mx")).toEqual(["mx evil"]);
    for (const [path, mode] of [
      [join(folder, file), 0o622],
      [folder, 0o777],
    ] as const) {
      await writeFile(join(folder, file), '{"names":["mx evil"],"tags":[]}');
      await chmod(path, mode);
      expect(await offered("check", "mx")).toEqual(["mx one"]);
    }
  });

  it("keeps no names below a relative XDG_CACHE_HOME", async () => {
    const environment = { XDG_CACHE_HOME: "caches", HOME: join(cache, "home") };
    await commandRun(service, ["complete", "--", "check", ""], { environment, cwd: cache });
    expect(await readdir(cache)).toEqual(["home"]);
  });

  it("offers no names, and says nothing, where the account cannot be read", async () => {
    service.faults.arm({ fault: "refuse", times: 20 });
    expect(await offered("check", "")).toEqual([]);
    const { stderr } = await commandRun(noAccount, ["complete", "--", "check", ""]);
    expect(stderr).toBe("");
    const environment = { XDG_CACHE_HOME: "/proc/x" };
    const { stdout } = await commandRun(service, ["complete", "--", "check", ""], { environment });
    expect(stdout).toBe("");
  });
});

describe("rblmonitor completion", () => {
  it("knows bash and zsh, and no other shell", async () => {
    // Zsh takes it for one. The script has only its value completed.
    const ofZsh = ["complete", "--", "drift", "--format=m"];
    expect((await commandRun(noAccount, ofZsh)).stdout).toBe("markdown\t\n");
    expect((await commandRun(noAccount, ["completion", "zsh"])).stdout).toContain("compset -P 1 '*='");
    expect((await commandRun(noAccount, ["completion", "zsh"])).stdout).toContain(
      "compdef _rblmonitor rblmonitor",
    );
    const { code, stderr } = await commandRun(noAccount, ["completion", "fish"]);
    expect([code, stderr.includes("Allowed choices are bash, zsh.")]).toEqual([1, true]);
  });
});
