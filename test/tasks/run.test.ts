import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { copyOfProject } from "./project-copy";

const run = (...args: string[]): Promise<{ code?: unknown; stdout: string; stderr: string }> =>
  promisify(execFile)(process.execPath, ["src/tasks/run.mjs", ...args]).catch((error) => error);

describe("the tasks", () => {
  it("are listed for who names none", async () => {
    const { code, stderr } = await run();
    expect(code).toBe(2);
    expect(stderr).toMatch(/Usage: .*\n\n {2}build .*\n {2}generate /);
  });

  it("are rejected for an unknown task", async () => {
    expect(await run("constructor")).toMatchObject({ code: 2 });
  });

  it("are those of npm run", async () => {
    const { scripts } = JSON.parse(await readFile("package.json", "utf8")) as {
      scripts: Record<string, string>;
    };
    const { stderr } = await run();
    const listed = [...stderr.matchAll(/^ {2}([\w:-]+)/gm)].map(([, task]) => task);
    expect(Object.keys(scripts)).toEqual(listed);
    for (const task of listed) expect(scripts[`${task}`]).toBe(`node src/tasks/run.mjs ${task}`);
  });

  it.each(["src/tasks/run.mjs", "dist/cli/rblmonitor", "dist/plugin/terraform-provider-rblmonitor"])(
    "say which Node is needed, in an older one: %s",
    async (program) => {
      const folder = await mkdtemp(join(tmpdir(), "node-"));
      try {
        const older = join(folder, "older.cjs");
        await writeFile(older, `Object.defineProperty(process.versions, "node", { value: "18.20.8" });\n`);
        const env = { ...process.env, TF_PLUGIN_MAGIC_COOKIE: "of Terraform" };
        const node = promisify(execFile)(process.execPath, ["--require", older, program, "build"], { env });
        const { code, stdout, stderr } = await node.catch((error) => error);
        expect(code).toBe(1);
        expect(stderr).toMatch(/ Node\.js 20\.19 or later.* and this is 18\.20\.8 .*\n$/);
        // Terraform quotes this.
        if (program.includes("plugin")) expect(stdout).toBe(stderr);
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );

  it("show how many packages npm has received", async () => {
    const project = await copyOfProject("src/tasks/run.mjs");
    try {
      await rm(join(project, "node_modules"));
      const lines = Array.from(
        { length: 250 },
        (_, n) => `npm http fetch GET 200 https://example/${n}.tgz 5ms`,
      );
      const npm = join(project, "npm.js");
      await writeFile(
        npm,
        `console.error(${JSON.stringify([...lines, "npm error: disk full"].join("\n"))}); process.exit(1);`,
      );
      const env = { ...process.env, npm_execpath: npm };
      const task = promisify(execFile)(process.execPath, ["src/tasks/run.mjs", "build"], {
        cwd: project,
        env,
      });
      const { code, stderr } = await task.catch((error) => error);
      expect([code, stderr]).toEqual([
        1,
        "Installing packages (npm ci)\nReceived 100 packages\nReceived 200 packages\nnpm error: disk full\n" +
          "build failed: npm ci failed: the packages could not be installed.\n",
      ]);
    } finally {
      await rm(project, { recursive: true });
    }
  });

  it("fail with the reason, and where in the source it came from", async () => {
    const { code, stderr } = await run("bench", "--only", "nonsense");
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /bench failed: .*"nonsense" is not one of: start, plans.*src\/tasks\/bench\/index\.ts:\d+/s,
    );
  });

  it.each([
    ["check", "tpyes", /format and lint, types, unused code/],
    ["build", "constructor", /plugin, mirror, executable/],
  ])("fail if a name after %s is unknown, and list the names", async (task, name, names) => {
    const { code, stderr, stdout } = await run(task, name);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(new RegExp(`^${task} failed: Error: "${name}" is not one of: .*${names.source}`));
  });

  it("run one check", async () => {
    const { stdout } = await run("check", "links");
    expect(stdout).toMatch(/^passed {2}links +[\d.]+ s\n$/);
  });

  it("format a file, so that the check of the format passes", async () => {
    const project = await copyOfProject("src", ".biome.json", ".gitignore");
    try {
      const file = join(project, "src", "unformatted.ts");
      await writeFile(file, "import {b} from './b'\nimport {a} from './a'\nconsole.log(a,b )\n");
      await promisify(execFile)(process.execPath, ["src/tasks/run.mjs", "format", file], { cwd: project });
      expect(await readFile(file, "utf8")).toBe(
        'import { a } from "./a";\nimport { b } from "./b";\n\nconsole.log(a, b);\n',
      );
    } finally {
      await rm(project, { recursive: true, force: true });
    }
  });

  it.each(["adopt-an-account", "nonsense"])(
    "name the examples that can be synthesized for %s",
    async (name) => {
      const { code, stderr } = await run("synth", name);
      expect(code).toBe(1);
      expect(stderr).toMatch(
        new RegExp(
          `^synth failed: no example "${name}" can be synthesized\\. Examples: .*mail-fleet, .*\\.\\n$`,
        ),
      );
    },
  );
});
