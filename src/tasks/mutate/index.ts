import { hash } from "node:crypto";
import { cp, readFile, symlink, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { inTemporaryFolder } from "../../cli/project/folders";
import { groupedBy } from "../../service/groups";
import { filesAt } from "../files";
import { inOwnGroup } from "../real-terraform/workspace";
import { productsOf } from "../test/products";
import { type Mutant, mutantsOf } from "./mutants";

/** The part of killed mutants below which the task fails. */
const minScore = 0.95;

/** A test that waits longer fails: what it waits for does not happen with the mutant. */
const patience = ["--bail", "--silent", "--testTimeout=60000"];

/** Milliseconds that so many test files may take. Those that take longer are in an endless loop, which counts as a failure. */
const timeFor = (files: number) => 120_000 + 10_000 * files;

/**
 * Changes one place of a folder's code after another in a copy of the project, and prints each change with the test that fails.
 * `--sample` is the number of places, `--seed` chooses others, and further paths limit the tests: `npm run mutate -- src/service
 * test/service --sample 50`. Tests that need a built program do not count.
 */
export async function run(args: readonly string[]): Promise<void> {
  const options = {
    sample: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
  } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [folder = "src", ...paths] = positionals;
  const sample = (await allMutants(folder, values.seed)).slice(0, Number(values.sample));
  const killed = await inTemporaryFolder(async (copy) => {
    for (const path of ["src", "lib", "test", "examples", "docs", "package.json", "tsconfig.json"])
      await cp(path, join(copy, path), { recursive: true });
    await symlink(resolve("node_modules"), join(copy, "node_modules"));
    const { testsOf, killerOf } = killersIn(copy, paths);
    let count = 0;
    for (const [file, ofFile] of groupedBy(sample, (each) => each.file)) {
      const groups = await testsOf(file);
      for (const { mutant } of ofFile) {
        const killer = await killerOf(file, mutant, groups);
        if (killer !== undefined) count += 1;
        const change = `${mutant.before} → ${mutant.after}`.replaceAll(/\s+/g, " ");
        process.stdout.write(`${file}:${mutant.line} ${change}: ${killer ?? "SURVIVED"}\n`);
      }
    }
    return count;
  });
  process.stdout.write(`${killed} of ${sample.length} mutants of ${folder} were killed.\n`);
  if (killed < minScore * sample.length) process.exitCode = 1;
}

/** The mutants of all files of a folder, in an order that depends on the seed. */
async function allMutants(folder: string, seed: string) {
  const files = (await filesAt(folder)).filter((file) => /^(?!.*\/generated\/).*\.ts$/.test(file));
  const mutants = files.map(async (file) =>
    mutantsOf(await readFile(file, "utf8")).map((mutant, index) => {
      const order = hash("sha256", `${seed} ${file} ${index}`);
      return { file, mutant, order };
    }),
  );
  return (await Promise.all(mutants)).flat().sort((a, b) => (a.order < b.order ? -1 : 1));
}

/**
 * Returns functions for the tests that notice changes of a file, and for a test file that fails because of a mutant, or undefined.
 *
 * @param copy a copy of the project
 * @param paths those to which tests are limited; none: all tests
 */
function killersIn(copy: string, paths: readonly string[]) {
  /** Whether a test fails without a change, too. */
  const broken = new Map<string, boolean>();

  /** What a script prints, until it ends or the time is over. */
  const printedBy = async (time: number, script: string, ...args: readonly string[]) => {
    const env = { ...process.env, FORCE_COLOR: "0" };
    const { child, finished } = inOwnGroup(process.execPath, [script, ...args], { cwd: copy, env });
    // The group ends as a whole.
    const limit = setTimeout(() => process.kill(-Number(child.pid), "SIGKILL"), time);
    const { stdout, stderr } = await finished.finally(() => clearTimeout(limit));
    return `${stdout}\n${stderr}`;
  };

  /** The first test files that fail. If jest does not start, because of a mutant that does not compile, the first one. */
  const failedOf = async (tests: readonly string[]) => {
    const task = ["src/tasks/run.mjs", "test", ...patience, ...tests] as const;
    const printed = await printedBy(timeFor(tests.length), ...task);
    const failed = [...printed.matchAll(/^FAIL (\S+)/gm)].map(([, test]) => `${test}`);
    return /^Tests:/m.test(printed) || failed.length > 0 ? failed : tests.slice(0, 1);
  };

  /**
   * The tests that notice changes of a file: those with its name, of its folder, then others. Those of constructs use the built
   * ones, which take seconds to build; tests of other built programs would take too long.
   */
  const testsOf = async (file: string) => {
    const list = ["--listTests", "--findRelatedTests", file, "--roots", "src", "lib", "test"];
    const listed = await printedBy(timeFor(0), "node_modules/jest/bin/jest.js", ...list);
    const related = listed.split("\n").map((path) => relative(copy, path).replaceAll("\\", "/"));
    const isBuilt = file.startsWith("lib/");
    const tests: string[] = [];
    for (const path of new Set([...(isBuilt ? await filesAt("test/lib") : []), ...related])) {
      const isWanted = paths.length === 0 || paths.some((wanted) => path.startsWith(wanted));
      if (!isWanted || !/^test\/.*\.test\.ts$/.test(path)) continue;
      if (isBuilt || (await productsOf([path]))?.size === 0) tests.push(path);
    }
    if (tests.length === 0) throw new Error(`no test imports ${file}`);
    const name = `test/${file.replace(/^src\/|\.ts$/g, "")}`;
    const near = [name, name.replace(/[^/]*$/, ""), ""];
    const nearness = (path: string) => near.findIndex((start) => path.startsWith(start));
    return near.map((_, index) => tests.filter((path) => nearness(path) === index));
  };

  const killerOf = async (file: string, mutant: Mutant, groups: readonly (readonly string[])[]) => {
    for (const group of groups) {
      let tests = group.filter((test) => !broken.get(test));
      while (tests.length > 0) {
        await writeFile(join(copy, file), mutant.code());
        const failed = await failedOf(tests);
        await cp(file, join(copy, file));
        if (failed.length === 0) break;
        for (const test of failed) {
          if (!broken.has(test)) broken.set(test, (await failedOf([test])).length > 0);
          if (!broken.get(test)) return test;
        }
        tests = tests.filter((test) => !failed.includes(test));
      }
    }
    return undefined;
  };
  return { testsOf, killerOf };
}
