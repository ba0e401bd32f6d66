import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../src/emulator/emulator";
import { commandRun } from "./commands/drift/command";

let folder: string;
let service: Emulator;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "inputs-"));
  mkdirSync(join(folder, "project"));
  service = await startEmulator({ limits: "off" });
  writeFileSync(join(folder, "project/state.json"), '{"version":4,"resources":[]}');
  execFileSync("/usr/bin/env", ["mkfifo", join(folder, "project/pipe")]);
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const place = (name: string) => join(folder, "project", name);
const run = (line: string, environment = {}) =>
  commandRun(service, line.split(" "), { cwd: join(folder, "project"), environment });

/** Every way to name an input file. */
const readers = [
  "drift @",
  "drift state.json --ignore-file @",
  "review @",
  "imports @",
  "adopt --undeclared @",
  "report --state @",
  "webhooks verify @ --header t=1,v1=a",
  "webhooks send http://127.0.0.1:9/ --body @",
  "emulator --settings @ --port 0",
  "emulator --data @ --port 0",
];

describe("an input file", () => {
  it.each(readers.flatMap((line) => ["pipe", "/dev/zero"].map((file) => line.replace("@", file))))(
    "that is a pipe or a device is refused without a wait: %s",
    async (line) => {
      const { code, stderr } = await run(line, { RBLMONITOR_WEBHOOK_SECRET: "s" });
      expect([code, stderr]).toEqual([1, expect.stringContaining("it is a pipe or a device")]);
    },
  );

  it.each([
    "main.tf",
    "terraform.tfstate",
    ".terraform.tfstate.lock.info",
    ".terraform.lock.hcl",
    "package.json",
    "imports.tf",
  ])("that is found in the folder may be a pipe, which no command waits for: %s", async (name) => {
    execFileSync("/usr/bin/env", ["mkfifo", place(name)]);
    expect((await run("drift", { PATH: "" })).code).toBe(1);
    expect((await run("imports state.json")).code).toBe(1);
  });

  it.each(readers.slice(0, 6))(
    "with NUL characters is refused where a text is expected: %s",
    async (line) => {
      writeFileSync(place("environ"), "PATH=/bin\0TOKEN=hunter2\0");
      const { code, stderr } = await run(line.replace("@", "environ"));
      expect([code, stderr]).toEqual([1, expect.stringMatching(/environ is not a text: it contains NUL/)]);
    },
  );

  it("may be the pipe that is standard input", async () => {
    const { code, stderr } = await run("drift -");
    expect([code, stderr]).toEqual([1, expect.stringContaining("standard input")]);
  });
});

describe("an ignore file", () => {
  const secret = `TOKEN=${"hunter2".repeat(20)}`;

  it.each([
    ["a link", () => symlinkSync("../secrets", place(".rblmonitorignore")), "drift state.json"],
    ["a link in a link", () => symlinkSync("..", place("up")), "drift state.json --ignore-file up/secrets"],
    [
      "an absolute link",
      () => symlinkSync("/proc/self/environ", place("a")),
      "drift state.json --ignore-file a",
    ],
  ])("that is %s out of the folder is refused unread", async (_, link, line) => {
    writeFileSync(join(folder, "secrets"), `${secret}\n`);
    link();
    const { code, stderr } = await run(line);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/is a link that leaves its folder/)]);
    expect(stderr).not.toContain("hunter2");
  });

  it("may be a link within the folder, or a file elsewhere that is named", async () => {
    writeFileSync(place("rules"), "host *\n");
    symlinkSync("rules", place(".rblmonitorignore"));
    writeFileSync(join(folder, "rules"), "host *\n");
    for (const line of ["drift state.json", "drift state.json --ignore-file ../rules"])
      expect((await run(line)).stderr).not.toContain("leaves");
  });

  it("is quoted in errors by forty characters in all", async () => {
    writeFileSync(place(".rblmonitorignore"), `${secret} x\n`.repeat(1_000));
    const { code, stderr } = await run("drift state.json");
    expect(code).toBe(1);
    const quoted = [...stderr.matchAll(/Unknown kind "([^"]*)"/g)].map(([, text = ""]) => text);
    expect(quoted.join("").replaceAll("…", "").length).toBeLessThanOrEqual(40);
    expect(stderr).toContain(".rblmonitorignore:2: Unknown kind");
    expect(stderr).toContain("and 980 more");
  });
});

it.each([
  ["review", '{"format_version":"1.0","resource_changes":[],"configuration":{"provider_config":{"@":1}}}'],
  ["review", '{"format_version":"@","resource_changes":[]}'],
  ["drift", '{"version":"@"}'],
  ["drift", '{"version":99,"x":"@"}'],
  ["emulator --port 0 --settings", '{"settings":{"@":1}}'],
  ["emulator --port 0 --settings", '{"settings":{"idKey":"@"}}'],
])("%s quotes at most forty characters of the file %s", async (line, text) => {
  writeFileSync(place("input"), text.replace("@", "0123456789".repeat(10)));
  const { code, stderr } = await run(`${line} input`);
  expect(code).toBe(1);
  expect(
    Math.max(
      0,
      ...(stderr.replaceAll(/\s/g, "").match(/(?:0123456789)[\d]*/g) ?? []).map(({ length }) => length),
    ),
  ).toBeLessThanOrEqual(40);
});
