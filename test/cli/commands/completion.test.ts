import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { candidates } from "../../../src/cli/commands/completion/run";
import { helpTopics, rblmonitor } from "../../../src/cli/program";
import { commandRun } from "./drift/command";

const noAccount = { url: "", accountSid: "", authToken: "" };
const words = (...line: string[]) =>
  candidates(rblmonitor(), Object.keys(helpTopics), line).map(({ word }) => word);

describe("completion", () => {
  it.each([
    ["the commands", [""], ["install", "check", "pause", "drift", "help"]],
    ["the commands of a command", ["contacts", ""], ["list", "confirm", "resend"]],
    ["options", ["check", "--"], ["--details", "--fail-if-listed", "--json", "--base-url", "--help"]],
    ["options behind an argument", ["check", "192.0.2.1", "--d"], ["--details"]],
    ["options of a command of a command", ["contacts", "list", "--st"], ["--status"]],
    ["the choices of an argument", ["certificates", ""], ["errors", "monitors"]],
    ["the choices of an option's value", ["drift", "--format", ""], ["table", "json", "sarif"]],
    ["the shells", ["completion", "z"], ["zsh"]],
  ])("offers %s", (_, line, some) => {
    expect(words(...line)).toEqual(expect.arrayContaining(some));
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
  ])("does not offer %s", (_, line, all) => {
    expect(words(...line)).toEqual(all);
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
    expect(await completed("contacts", "")).toEqual(["list", "show", "confirm", "resend", "help"]);
    expect(await completed("check", "192.0.2.1", "--wa")).toEqual(["--wait"]);
    expect(await completed("drift", "--format", "s")).toEqual(["sarif"]);
    // Bash takes --format=s for three words.
    expect(await completed("drift", "--format", "=", "s")).toEqual(["sarif"]);
    expect(await completed("drift", "--format", "=")).toHaveLength(5);
  });

  it("of help offers commands and topics", () => {
    expect(words("help", "acc")).toEqual(["account"]);
    expect(words("help", "set")).toEqual(["settings"]);
    expect(words("acc")).toEqual([]);
    expect(words("help", "re")).toEqual(["report", "resume", "review"]);
    expect(words("help", "contacts", "c")).toEqual(["confirm"]);
  });

  it("leaves files to bash", async () => {
    expect(await completed("drift", "READ")).toEqual([]);
  });
});

describe("completion of values", () => {
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
  ])("of %j is %j", (line, offered) => {
    expect(words(...line)).toEqual(offered);
  });
});

describe("rblmonitor completion", () => {
  it("knows bash and zsh, and no other shell", async () => {
    // Zsh takes it for one. The script has only its value completed.
    const ofZsh = ["complete", "--", "drift", "--format=s"];
    expect((await commandRun(noAccount, ofZsh)).stdout).toBe("sarif\t\n");
    expect((await commandRun(noAccount, ["completion", "zsh"])).stdout).toContain("compset -P 1 '*='");
    expect((await commandRun(noAccount, ["completion", "zsh"])).stdout).toContain(
      "compdef _rblmonitor rblmonitor",
    );
    const { code, stderr } = await commandRun(noAccount, ["completion", "fish"]);
    expect([code, stderr.includes("Allowed choices are bash, zsh.")]).toEqual([1, true]);
  });
});
