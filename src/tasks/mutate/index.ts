import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { filesAt } from "../files";
import { productsOf } from "../test/products";
import { type Mutant, mutantsOf } from "./mutants";

/** The part of killed mutants below which the task fails. */
const minScore = 0.95;

const jest = "node_modules/jest/bin/jest.js";

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
  const [folder = "src", ...tests] = positionals;
  const sample = (await allMutants(folder, values.seed)).slice(0, Number(values.sample));
  const project = await ProjectCopy.make(tests);
  let killed = 0;
  try {
    for (const { file, mutant } of sample) {
      const killer = await project.killerOf(file, mutant);
      if (killer !== undefined) killed += 1;
      const change = `${mutant.before} → ${mutant.after}`.replaceAll(/\s+/g, " ");
      process.stdout.write(`${file}:${mutant.line} ${change}: ${killer ?? "SURVIVED"}\n`);
    }
  } finally {
    await project.remove();
  }
  process.stdout.write(`${killed} of ${sample.length} mutants of ${folder} were killed.\n`);
  if (killed < minScore * sample.length) process.exitCode = 1;
}

/** The mutants of all files of a folder, in an order that depends on the seed. */
async function allMutants(folder: string, seed: string) {
  const files = (await filesAt(folder)).filter((file) => /^(?!.*\/generated\/).*\.ts$/.test(file));
  const mutants = files.map(async (file) =>
    mutantsOf(await readFile(file, "utf8")).map((mutant, index) => {
      const order = createHash("sha256").update(`${seed} ${file} ${index}`).digest("hex");
      return { file, mutant, order };
    }),
  );
  return (await Promise.all(mutants)).flat().sort((a, b) => (a.order < b.order ? -1 : 1));
}

/** A copy of the project, whose tests run with one changed file. */
class ProjectCopy {
  /** Whether a test fails without a change, too. */
  readonly #broken = new Map<string, boolean>();

  private constructor(
    readonly folder: string,
    readonly tests: readonly string[],
  ) {}

  /** @param tests paths to which tests are limited; none: all tests */
  static async make(tests: readonly string[]): Promise<ProjectCopy> {
    const folder = await mkdtemp(join(tmpdir(), "mutants-"));
    for (const path of ["src", "lib", "test", "examples", "docs", "package.json", "tsconfig.json"])
      await cp(path, join(folder, path), { recursive: true });
    await symlink(resolve("node_modules"), join(folder, "node_modules"));
    return new ProjectCopy(folder, tests);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true });
  }

  /** A test file that fails because of the mutant; undefined if none does. */
  async killerOf(file: string, mutant: Mutant): Promise<string | undefined> {
    const path = join(this.folder, file);
    for (let tests of await this.#testsOf(file)) {
      while (tests.length > 0) {
        await writeFile(path, mutant.code());
        const failed = await this.#failedOf(tests);
        await cp(file, path);
        if (failed.length === 0) break;
        for (const test of failed) if (!(await this.#isBroken(test))) return test;
        tests = tests.filter((test) => !failed.includes(test));
      }
    }
    return undefined;
  }

  /**
   * The tests that notice changes of a file: those of its own folder, then others. Jest runs the quick ones first. Those
   * of constructs use the built ones, which take seconds to build; tests of other built programs would take too long.
   */
  async #testsOf(file: string): Promise<readonly (readonly string[])[]> {
    const roots = ["src", "lib", "test"].flatMap((root) => ["--roots", root]);
    const listed = await this.#run(timeFor(0), jest, "--listTests", ...roots, "--findRelatedTests", file);
    const related = listed.split("\n").map((path) => relative(this.folder, path).replaceAll("\\", "/"));
    const isBuilt = file.startsWith("lib/");
    const paths = new Set([...(isBuilt ? await filesAt("test/lib") : []), ...related]);
    const wanted = [...paths].filter((path) => /^test\/.*\.test\.ts$/.test(path) && this.#isWanted(path));
    const products = await Promise.all(wanted.map((path) => productsOf([path])));
    const tests = wanted.filter(
      (path, index) => (isBuilt || products[index]?.size === 0) && !this.#broken.get(path),
    );
    if (tests.length === 0) throw new Error(`no test imports ${file}`);
    const own = `test/${file.replace(/^src\//, "").replace(/[^/]*$/, "")}`;
    return [tests.filter((path) => path.startsWith(own)), tests.filter((path) => !path.startsWith(own))];
  }

  #isWanted(path: string): boolean {
    return this.tests.length === 0 || this.tests.some((test) => path.startsWith(test));
  }

  async #isBroken(test: string): Promise<boolean> {
    const isBroken = this.#broken.get(test) ?? (await this.#failedOf([test])).length > 0;
    this.#broken.set(test, isBroken);
    return isBroken;
  }

  /** The first test files that fail, of a mutant that does not build the first one. */
  async #failedOf(tests: readonly string[]): Promise<readonly string[]> {
    const printed = await this.#run(
      timeFor(tests.length),
      "src/tasks/run.mjs",
      "test",
      ...patience,
      ...tests,
    );
    const failed = [...printed.matchAll(/^FAIL (\S+)/gm)].map(([, test]) => `${test}`);
    return /^Tests:/m.test(printed) || failed.length > 0 ? failed : tests.slice(0, 1);
  }

  /** What a script prints, until it ends or the time is over. */
  async #run(time: number, script: string, ...args: readonly string[]): Promise<string> {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: this.folder,
      stdio: ["ignore", "pipe", "pipe"],
      // In a group of its own, which ends as a whole.
      detached: true,
      env: { ...process.env, FORCE_COLOR: "0" },
    });
    const limit = setTimeout(() => process.kill(-Number(child.pid), "SIGKILL"), time);
    const closed = once(child, "close");
    const printed = await Promise.all([text(child.stdout), text(child.stderr)]);
    await closed;
    clearTimeout(limit);
    return printed.join("\n");
  }
}
