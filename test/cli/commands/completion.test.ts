import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { candidates } from "../../../src/cli/commands/completion/run";
import { rblmonitor } from "../../../src/cli/program";
import { commandRun } from "./drift/command";

const nobody = { url: "", accountSid: "", authToken: "" };
const words = (...line: string[]) => candidates(rblmonitor(), line).map(({ word }) => word);

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

  /** What bash completes the last word of the line to, once the script is sourced. */
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
    expect(await completed("check", "192.0.2.1", "--w")).toEqual(["--wait"]);
    expect(await completed("drift", "--format", "s")).toEqual(["sarif"]);
  });

  it("leaves files to bash", async () => {
    expect(await completed("drift", "READ")).toEqual([]);
  });
});

describe("rblmonitor completion", () => {
  it("knows bash and zsh, and no other shell", async () => {
    expect((await commandRun(nobody, ["completion", "zsh"])).stdout).toContain(
      "compdef _rblmonitor rblmonitor",
    );
    const { code, stderr } = await commandRun(nobody, ["completion", "fish"]);
    expect([code, stderr.includes("Allowed choices are bash, zsh.")]).toEqual([1, true]);
  });
});
