// Runs one of the project's tasks: node src/tasks/run.mjs <task> [arguments].
// Plain JavaScript without dependencies, so that it works in a fresh clone: it installs missing packages first, and
// then runs the task, which is TypeScript. An older Node must be able to read this file: it says which Node is needed.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const tasksByName = {
  build: "make the plugin, the command line and the constructs in dist/",
  generate: "write the generated code again",
  format: "format all files, or those named",
  check: "all checks, or those named, such as types",
  test: "all tests, or those named",
  "test:long": "the tests that have properties, with many more cases",
  mutate: "change the code of a folder, and list the changes that no test notices",
  bench: "measure the plugin's start, plans and applies",
  demo: "run the main workflow with a real terraform and no account",
  probe: "find out how an account of the service behaves",
  synth: "synthesize an example into cdktf.out/",
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
assertNode();
if (task === "demo") await assertTerraform();
await install();
process.setSourceMapsEnabled(true);
try {
  // `test:long` is the export `long` of src/tasks/test; every other task is an export `run`.
  const [module, entry = "run"] = task.split(":");
  await createRequire(import.meta.url)(await compile(module))[entry](args);
} catch (error) {
  process.stderr.write(`${task} failed: ${error instanceof Error ? error.stack : error}\n`);
  // Exits even if the failed task left something open, such as an emulator.
  process.exit(1);
}

/** Ends the process with a message. */
function fail(message) {
  process.stderr.write(`${task} failed: ${message}\n`);
  process.exit(1);
}

/** Ends the process in an older Node than the packages and the programs need. */
function assertNode() {
  const required = JSON.parse(readFileSync("package.json", "utf8")).engines.node.replace(">=", "");
  const { node } = process.versions;
  const [min, running] = [required, node].map((version) => version.split(".").map(Number));
  if (running[0] > min[0] || (running[0] === min[0] && running[1] >= min[1])) return;
  fail(`Node.js ${required} or later is needed, and this is ${node} (${process.execPath}).`);
}

/**
 * Ends the process if the demo would find no Terraform after it has installed and built everything: none is installed, none
 * was downloaded before, and none can be. The demo itself searches thoroughly.
 */
async function assertTerraform() {
  const { TERRAFORM_BINARY_NAME: named, PATH = "", XDG_CACHE_HOME } = process.env;
  const files = PATH.split(delimiter).flatMap((folder) => [join(folder, "terraform"), join(folder, "tofu")]);
  files.push(join(XDG_CACHE_HOME || join(homedir(), ".cache"), "rblmonitor"));
  if (named || files.some((file) => existsSync(file) || existsSync(`${file}.exe`))) return;
  const signal = AbortSignal.timeout(10_000);
  const isReachable = await fetch("https://releases.hashicorp.com", { method: "HEAD", signal }).then(
    () => true,
    () => false,
  );
  if (isReachable) return;
  fail(
    "terraform or tofu is not on the PATH, and releases.hashicorp.com cannot be reached. Install Terraform " +
      "(https://developer.hashicorp.com/terraform/install) or OpenTofu (https://opentofu.org/docs/intro/install), or " +
      "name the executable in TERRAFORM_BINARY_NAME.",
  );
}

/** Installs the packages if they are missing, or older than the lock file. Prints how many it has received. */
async function install() {
  const modified = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY;
  if (modified("node_modules/.package-lock.json") >= modified("package-lock.json")) return;
  // npm ci would empty the folder of another checkout.
  if (lstatSync("node_modules", { throwIfNoEntry: false })?.isSymbolicLink())
    fail("node_modules is a link, and its packages are older than package-lock.json: run npm ci there.");
  process.stderr.write("Installing packages (npm ci)\n");
  const npm = process.env.npm_execpath;
  const [command, first] = npm === undefined ? ["npm", []] : [process.execPath, [npm]];
  const child = spawn(command, [...first, "ci", "--loglevel=http"], {
    stdio: ["ignore", "ignore", "pipe"],
    shell: npm === undefined && process.platform === "win32",
  });
  const ended = once(child, "close");
  let received = 0;
  for await (const line of createInterface({ input: child.stderr })) {
    if (!line.startsWith("npm http")) process.stderr.write(`${line}\n`);
    else if (/\.tgz\b/.test(line)) {
      received += 1;
      if (received % 100 === 0) process.stderr.write(`Received ${received} packages\n`);
    }
  }
  const [code] = await ended;
  if (code !== 0) fail("npm ci failed: the packages could not be installed.");
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
