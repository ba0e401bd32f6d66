import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ended } from "../../src/cli/terraform-program";
import { demoSteps, runDemo } from "../../src/tasks/demo";
import { realCore } from "../real-core";
import { copyOfProject } from "./project-copy";

const shown = demoSteps.flatMap(({ commands }) => commands.map(([command]) => command));

describe("the account of `rblmonitor emulator --demo`", () => {
  it("shows something to act on in report, listings, certificates, drift and review, in a short demo", async () => {
    const folder = await mkdtemp(join(tmpdir(), "demo-"));
    let text = "";
    try {
      // Each step checks its output.
      const never = new AbortController();
      await runDemo(
        folder,
        (printed) => {
          text += printed;
        },
        never.signal,
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    for (const command of ["report", "listings", "certificates", "drift", "review"])
      expect(shown.some((line) => line.startsWith(`rblmonitor ${command}`))).toBe(true);
    // Commands are shown with the name of the program that ran.
    const program = realCore().program === "OpenTofu" ? "tofu" : "terraform";
    expect(new Set(text.match(/^\$ (?:terraform|tofu)(?= )/gm))).toEqual(new Set([`$ ${program}`]));
    expect(text.split("\n").length).toBeLessThan(150);
    expect(text).not.toMatch(/at .*\.ts:\d+|undefined|\[object/);
  });

  it("is described in the guide to testing by the titles of its steps", async () => {
    const guide = await readFile(join(__dirname, "../../docs/guides/testing.md"), "utf8");
    for (const { title } of demoSteps) expect(guide).toContain(title);
  });
});

describe("npm run demo", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "demo-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Starts the demo, whose temporary files are in the folder, in its own process group. */
  const start = (environment: NodeJS.ProcessEnv, stdout: "pipe" | number = "pipe") =>
    spawn(process.execPath, ["src/tasks/run.mjs", "demo"], {
      env: { ...process.env, TMPDIR: folder, ...environment },
      detached: true,
      stdio: ["ignore", stdout, "pipe"],
    });

  /** How it ended. @throws unless no process and no file is left */
  async function ending(demo: ReturnType<typeof start>) {
    let stderr = "";
    demo.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    const [code, signal] = await once(demo, "close");
    const processes = execFileSync("ps", ["-eo", "pgid=,args="], { encoding: "utf8" });
    expect(processes.match(new RegExp(`^ *${demo.pid} .*(?:emulator|terraform).*$`, "gm"))).toBeNull();
    expect(await readdir(folder)).toEqual([]);
    expect(stderr).not.toMatch(/^ +at /m);
    return { code, signal, stderr };
  }

  /** Resolves when the demo has shown its first command. */
  const begun = (demo: ReturnType<typeof start>) => once(demo.stdout ?? demo, "data");

  it("leaves nothing behind after Ctrl-C", async () => {
    const demo = start({});
    const ended = ending(demo);
    await begun(demo);
    process.kill(-Number(demo.pid), "SIGINT");
    expect(await ended).toMatchObject({ code: null, signal: "SIGINT", stderr: "" });
  });

  it("leaves nothing behind if its reader has read enough", async () => {
    const demo = start({});
    const ended = ending(demo);
    await begun(demo);
    demo.stdout?.destroy();
    expect(await ended).toMatchObject({ code: 0, stderr: "" });
  });

  it("leaves nothing behind if the disk is full", async () => {
    const full = await open("/dev/full", "w");
    try {
      const { code, stderr } = await ending(start({}, full.fd));
      expect([code, stderr]).toEqual([
        1,
        "demo failed: Cannot write to standard output: no space left on device.\n",
      ]);
    } finally {
      await full.close();
    }
  });

  it("leaves nothing behind if a step fails", async () => {
    const { code, stderr } = await ending(start({ TERRAFORM_BINARY_NAME: "/bin/true" }));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^demo failed: terraform init ended with 0 and printed:/);
  });

  it("looks for Terraform before it installs and builds anything", async () => {
    const offline = join(folder, "offline.cjs");
    await writeFile(offline, "globalThis.fetch = async () => { throw new Error('no network'); };\n");
    const project = await copyOfProject("src");
    try {
      await rm(join(project, "node_modules"));
      const demo = spawn(process.execPath, ["--require", offline, "src/tasks/run.mjs", "demo"], {
        cwd: project,
        env: { PATH: "/nowhere", XDG_CACHE_HOME: folder },
      });
      const { code, stdout, stderr } = await ended(demo);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(
        /^demo failed: terraform or tofu is not on the PATH, .*TERRAFORM_BINARY_NAME\.\n$/,
      );
    } finally {
      await rm(project, { recursive: true, force: true });
    }
  });
});
