import { execFile } from "node:child_process";
import { appendFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { usualTargets } from "../../../src/tasks/files";
import { productsOf } from "../../../src/tasks/test/products";
import { copyOfProject } from "../project-copy";

describe("the folders of dist/ that are built for named tests", () => {
  it.each(["service", "client", "emulator", "legacy", "tasks/check", "terraform/values/msgpack"])(
    "do not include any for the unit tests of test/%s",
    async (folder) => {
      expect(await productsOf([`test/${folder}`])).toEqual(new Set());
    },
  );

  it.each([
    ["a test", "test/provider/built-plugin.test.ts", ["plugin"]],
    ["a helper of a test", "test/cli/interrupts.test.ts", ["cli"]],
    ["a module of the tasks", "test/tasks/real-terraform/workspace.test.ts", ["executable", "plugin"]],
  ])("are those that %s names", async (_, path, products) => {
    expect([...((await productsOf([path])) ?? [])].sort()).toEqual(products);
    for (const product of products) expect([...usualTargets, "executable"]).toContain(product);
  });

  it.each([
    [["test/lib/aspects.test.ts"], "whose helper imports the package by its name"],
    [["test/lib/types.test.ts"], "whose helper links the package"],
    [["test/docs/installation.test.ts"], "that packs the package"],
    [[], "without a name"],
    [["-t", "service"], "with a title alone"],
    [["test/service", "service|client"], "that match a regular expression"],
    [["--findRelatedTests", "src/service/sids.ts"], "related to a module"],
  ])("are all for %j, tests %s", async (args) => {
    expect(await productsOf(args)).toBeUndefined();
  });

  it("do not depend on options", async () => {
    expect(await productsOf(["test/service", "-t", "a title", "--verbose"])).toEqual(new Set());
  });

  it("are built by jest before a test that needs them, again after a change of the source, and not for a unit test", async () => {
    const project = await copyOfProject("src", "lib", "test", "tsconfig.json");
    const builtFor = async (test: string): Promise<string> => {
      const args = ["node_modules/jest/bin/jest.js", test, "--testNamePattern=^none of them$"];
      const { stderr } = await promisify(execFile)(process.execPath, args, { cwd: project });
      expect(stderr).toContain("1 skipped");
      return stderr
        .split("\n")
        .filter((line) => line.startsWith("Building"))
        .join();
    };
    try {
      const needing = "test/provider/built-plugin.test.ts";
      const unit = "test/service/sids.test.ts";
      expect(await builtFor(needing)).toBe("Building dist/plugin");
      expect(await builtFor(needing)).toBe("");
      await appendFile(join(project, "src/service/sids.ts"), "\n// Changed.\n");
      expect(await builtFor(unit)).toBe("");
      expect(await builtFor(needing)).toBe("Building dist/plugin");
    } finally {
      await rm(project, { recursive: true, force: true });
    }
  });
});
