// Runs one of the project's tasks: node src/tasks/run.mjs <task> [arguments].
// Plain JavaScript without dependencies, so that it works in a fresh clone: it installs missing packages first, and
// then runs the task, which is TypeScript.

import { spawnSync } from "node:child_process";
import { lstatSync, mkdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const tasksByName = {
  build: "make the plugin, the command line and the constructs in dist/",
  generate: "write the generated code again",
  format: "format all files, or those named",
  check: "all checks, or those named, such as types",
  test: "all tests, or those named",
  "test:long": "the tests that have properties, with many more cases",
  bench: "measure the plugin's start, plans and applies",
  demo: "run the main workflow with a real terraform and no account",
  synth: "synthesize an example into cdktf.out/",
  "address-types": "compare the types of monitorAddresses with published classes, which it downloads",
  release: "make the files of a release in dist/release/",
};

const [task, ...args] = process.argv.slice(2);
const root = fileURLToPath(new URL("../..", import.meta.url));
process.chdir(root);

if (!Object.hasOwn(tasksByName, task ?? "")) {
  const list = Object.entries(tasksByName).map(([name, what]) => `  ${name.padEnd(15)}${what}`);
  process.stderr.write(`Usage: node src/tasks/run.mjs <task> [arguments]\n\n${list.join("\n")}\n`);
  process.exit(2);
}
install();
process.setSourceMapsEnabled(true);
try {
  // `test:long` is the export `long` of src/tasks/test; every other task is an export `run`. A task can load others late:
  // without them it starts faster.
  const [module, entry = "run"] = task.split(":");
  const load = async (name) => createRequire(import.meta.url)(await compile(name));
  await (await load(module))[entry](args, load);
} catch (error) {
  process.stderr.write(`${task} failed: ${error instanceof Error ? error.stack : error}\n`);
  // Exits even if the failed task left something open, such as an emulator.
  process.exit(1);
}

/** Installs the packages if they are missing, or older than the lock file. */
function install() {
  const modified = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY;
  if (modified("node_modules/.package-lock.json") >= modified("package-lock.json")) return;
  if (lstatSync("node_modules", { throwIfNoEntry: false })?.isSymbolicLink()) {
    // npm ci would empty the folder of another checkout.
    process.stderr.write(
      "node_modules is a link, and its packages are older than package-lock.json: run npm ci there.\n",
    );
    process.exit(1);
  }
  process.stderr.write("Installing packages (npm ci)\n");
  const npm = process.env.npm_execpath;
  const [command, first] = npm === undefined ? ["npm", []] : [process.execPath, [npm]];
  const options = {
    stdio: ["ignore", "ignore", "inherit"],
    shell: npm === undefined && process.platform === "win32",
  };
  const { status } = spawnSync(command, [...first, "ci"], options);
  if (status !== 0) {
    process.stderr.write("npm ci failed: the packages could not be installed.\n");
    process.exit(1);
  }
}

/** Bundles the task. This takes a fraction of a second, so the result is not cached. */
async function compile(name) {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [`./src/tasks/${name}`],
    bundle: true,
    write: false,
    platform: "node",
    target: "node20.19",
    format: "cjs",
    packages: "external",
    sourcemap: "inline",
    sourcesContent: false,
    logLevel: "warning",
  });
  // Below node_modules, where the task finds the packages. Moved there when complete, since tasks can run in parallel.
  const folder = join(root, "node_modules", ".cache", "tasks");
  const file = join(folder, `${name}.cjs`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, outputFiles[0].contents);
  renameSync(`${file}.${process.pid}`, file);
  return file;
}
