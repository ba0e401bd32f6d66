import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Emulator, startEmulator } from "../../src/emulator/emulator";
import { commandRun } from "./commands/drift/command";

let folder: string;
let service: Emulator;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "system-errors-"));
  service = await startEmulator({ limits: "off" });
});
afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

describe("an error of the system is reported in words", () => {
  it.each([
    ["drift state.json --ignore-file none", "Cannot read the ignore file none: no such file or directory."],
    ["drift none.json", "Cannot read the state none.json: no such file or directory."],
    ["drift .", ". contains no Terraform configuration."],
    ["review none.json", "Cannot read the plan none.json: no such file or directory."],
    ["drift state.json --output none/report", "Cannot write none/report: no such file or directory."],
    ["drift state.json --output=", "option '--output <file>' argument '' is invalid. It is empty."],
    ["adopt --output=", "option '--output <folder>' argument '' is invalid. It is empty."],
    ["adopt --template hcl --output /proc/x", "Cannot create the folder /proc/x: no such file or directory."],
    ["adopt --template hcl --output state.json", "Cannot create the folder state.json: file already exists."],
    ["report --html none/report.html", "Cannot write none/report.html: no such file or directory."],
    [
      "emulator --port 0 --data none/account.json",
      "Cannot run the emulator: no such file or directory: none/account.json",
    ],
    [
      "emulator --host 203.0.113.9",
      "Cannot run the emulator on 203.0.113.9, port 4010: address not available.",
    ],
    [
      "emulator --port 99999",
      "option '--port <number>' argument '99999' is invalid. It must be 65,535 or less.",
    ],
  ])("%s", async (line, words) => {
    await writeFile(join(folder, "state.json"), '{"version":4,"resources":[]}');
    const { code, stdout, stderr } = await commandRun(service, line.split(" "), { cwd: folder });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(`rblmonitor: ${words}`);
    expect(stderr).not.toMatch(/E[A-Z]{4,}|\n +at /);
  });

  it("for a port that is in use", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as { port: number };
    const { code, stderr } = await commandRun(service, ["emulator", "--port", `${port}`]);
    taken.close();
    expect(code).toBe(1);
    expect(stderr).toBe(
      `rblmonitor: Cannot run the emulator on 127.0.0.1, port ${port}: address already in use. Choose another port with --port.\n`,
    );
  });

  it.each([["listings"], ["limits --json"], ["drift state.json"], ["--help"], ["completion bash"]])(
    "for a full disk behind standard output: %s",
    async (line) => {
      await writeFile(join(folder, "state.json"), '{"version":4,"resources":[]}');
      const child = spawn(
        "sh",
        ["-c", `exec "${process.execPath}" "${resolve("dist/cli/rblmonitor")}" ${line} > /dev/full`],
        {
          cwd: folder,
          env: {
            PATH: process.env.PATH,
            RBLMONITOR_BASE_URL: service.url,
            RBLMONITOR_ACCOUNT_SID: service.accountSid,
            RBLMONITOR_AUTH_TOKEN: service.authToken,
          },
          stdio: ["ignore", "ignore", "pipe"],
        },
      );
      let stderr = "";
      child.stderr.on("data", (text: Buffer) => {
        stderr += text;
      });
      const [code] = await once(child, "close");
      expect([code, stderr]).toEqual([
        1,
        "rblmonitor: Cannot write to standard output: no space left on device.\n",
      ]);
    },
  );
});
