import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

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
    const listed = [...stderr.matchAll(/^ {2}([\w:]+)/gm)].map(([, task]) => task);
    expect(Object.keys(scripts)).toEqual(listed);
    for (const task of listed) expect(scripts[`${task}`]).toBe(`node src/tasks/run.mjs ${task}`);
  });

  it("fail with the reason, and where in the source it came from", async () => {
    const { code, stderr } = await run("bench", "--only", "nonsense");
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /bench failed: .*--only is one of start, plans.*src\/tasks\/bench\/index\.ts:\d+/s,
    );
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
