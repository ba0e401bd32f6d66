import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const command = "dist/cli/rblmonitor";
const stranger = 12_345;

let home: string;
let help: string;
beforeAll(() => {
  help = run({ HOME: undefined });
});
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "code-caches-"));
});
afterEach(() => rmSync(home, { recursive: true }));

function run(env: NodeJS.ProcessEnv = {}, ...args: string[]): string {
  const environment = { PATH: process.env.PATH, HOME: home, ...env };
  return execFileSync(process.execPath, [command, ...(args.length > 0 ? args : ["--help"])], {
    encoding: "utf8",
    env: environment,
    // An error or a warning would be in the output of the test.
    stdio: ["ignore", "pipe", "inherit"],
    // A command that never ends fails the test.
    timeout: 120_000,
  });
}

/** The folder of the caches, once there is one. */
function folder(base = join(home, process.platform === "darwin" ? "Library/Caches" : ".cache")): string {
  const programs = join(base, "rblmonitor/code");
  const [program = ""] = readdirSync(programs);
  const [node = ""] = readdirSync(join(programs, program));
  return join(programs, program, node);
}

/** The cache of the script that every command starts with. */
function startCache(): string {
  const name = readdirSync(folder()).find((file) => file.startsWith("start-")) ?? "";
  return join(folder(), name);
}

/** Replaces that cache by one of other code, which V8 accepts for the script: it compares the length alone. */
function plant(): void {
  const file = startCache();
  const { length } = readFileSync(
    join("dist/cli", `${file.split("/").at(-1)}`.replace(/\.cache$/, "")),
    "utf8",
  );
  const code = 'process.stdout.write("planted"); process.exit()'.padEnd(length);
  // In a process of its own: V8 rejects a cache that was made with other flags, which a test may have set in this one.
  const program = `
    const cache = new (require("node:vm").Script)(${JSON.stringify(code)}).createCachedData();
    process.stdout.write(Buffer.concat([cache, cache]));`;
  writeFileSync(file, execFileSync(process.execPath, ["-"], { input: program }));
}

const isRoot = process.geteuid?.() === 0;
// Only root can give a file to another user.
const asRoot = isRoot ? it : it.skip;

describe("the code caches of the command line", () => {
  it("are written at the first use, for the user alone, and used from then on", () => {
    expect(run()).toBe(help);
    expect(readdirSync(folder()).length).toBeGreaterThan(0);
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    expect(statSync(startCache()).mode & 0o777).toBe(0o600);
    const { ino, mtimeMs } = statSync(startCache());
    expect(run()).toBe(help);
    expect(statSync(startCache())).toMatchObject({ ino, mtimeMs });
  });

  it("are executed by V8, so no other user may write them", () => {
    run();
    plant();
    expect(run()).toBe("planted");
  });

  it("are in XDG_CACHE_HOME, unless that is a relative path", () => {
    const base = join(home, "xdg");
    run({ XDG_CACHE_HOME: base });
    expect(readdirSync(folder(base)).length).toBeGreaterThan(0);
    run({ XDG_CACHE_HOME: "relative" });
    expect(readdirSync(folder()).length).toBeGreaterThan(0);
    expect(readdirSync(".")).not.toContain("relative");
  });

  it("are ignored and written again when they are damaged, cut off, or none", () => {
    run();
    const good = readFileSync(startCache());
    const flipped = Buffer.from(good);
    flipped.fill(0xff, 1_000, 1_010);
    for (const bad of [flipped, good.subarray(0, good.length >> 1), good.subarray(0, 5), Buffer.alloc(0)]) {
      writeFileSync(startCache(), bad);
      expect(run()).toBe(help);
      expect(readFileSync(startCache()).length).toBeGreaterThan(1_000);
    }
  });

  it("are ignored when V8 rejects them, such as with other flags", () => {
    run();
    const before = readFileSync(startCache());
    expect(run({ NODE_OPTIONS: "--jitless" })).toBe(help);
    expect(readFileSync(startCache()).equals(before)).toBe(false);
    expect(run()).toBe(help);
  });

  it.each([
    ["its folder", () => folder()],
    ["the file", () => startCache()],
  ])("are ignored when others may write %s", (_, place) => {
    run();
    plant();
    chmodSync(place(), 0o770);
    expect(run()).toBe(help);
  });

  asRoot.each([
    ["its folder", () => folder()],
    ["the file", () => startCache()],
  ])("are ignored when another user owns %s", (_, place) => {
    run();
    plant();
    chownSync(place(), stranger, stranger);
    expect(run()).toBe(help);
  });

  asRoot("are not written by root into the home of a user", () => {
    chownSync(home, stranger, stranger);
    expect(run()).toBe(help);
    expect(readdirSync(home)).toEqual([]);
  });

  it("are optional: commands work where they cannot be written, or without a home", () => {
    writeFileSync(join(home, "file"), "");
    expect(run({ HOME: join(home, "file") })).toBe(help);
    expect(run({ HOME: undefined })).toBe(help);
    mkdirSync(join(home, ".cache"));
    writeFileSync(join(home, ".cache/rblmonitor"), "");
    expect(run()).toBe(help);
    // `/proc` refuses new folders with ENOENT, as if itself were missing.
    expect(run({ XDG_CACHE_HOME: "/proc/none" })).toBe(help);
  });
});
