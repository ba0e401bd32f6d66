import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { executable } from "../cli/commands/install/mirror";
import { buildCommandLine } from "./build-command-line";
import { buildConstructs } from "./build-constructs";
import { buildExamples } from "./build-examples";
import { buildMirror } from "./build-mirror";
import { buildPlugin } from "./build-plugin";
import { buildWebhooks } from "./build-webhooks";
import { fingerprint } from "./fingerprint";
import { compileExecutable } from "./release/compile-executable";
import { programName, thisPlatform } from "./release/platforms";

/** Something in dist/. */
interface Target {
  /** Its folder below dist/. */
  name: string;
  /** The files and folders of which it is made. */
  inputs: readonly string[];
  /** Whether it is made only when it is named. */
  onRequest?: true;
  /** Makes it in an empty folder. */
  make(folder: string, version: string): Promise<void>;
}

const MANIFESTS = ["package.json", "package-lock.json", "tsconfig.json"];

/** What is built, in groups that do not need each other; within a group, one needs the one before. */
const TARGETS: readonly (readonly Target[])[] = [
  [
    {
      name: "plugin",
      inputs: ["src", ...MANIFESTS],
      make: buildPlugin,
    },
    {
      name: "mirror",
      inputs: ["src", ...MANIFESTS],
      make: (folder, version) => buildMirror("dist/plugin", folder, version),
    },
    {
      name: "executable",
      inputs: ["src", ...MANIFESTS],
      onRequest: true,
      make: (folder) =>
        compileExecutable(
          "dist/plugin",
          join(folder, programName(executable, thisPlatform())),
          thisPlatform(),
        ),
    },
  ],
  [{ name: "cli", inputs: ["src", ...MANIFESTS], make: buildCommandLine }],
  [{ name: "webhooks", inputs: ["src/webhooks", "src/service", ...MANIFESTS], make: buildWebhooks }],
  [
    { name: "lib", inputs: ["lib", "src/tasks/build-constructs.ts", ...MANIFESTS], make: buildConstructs },
    { name: "examples", inputs: ["examples", "src/tasks", ...MANIFESTS], make: buildExamples },
  ],
];

/** Makes what is missing in dist/, or was made from other files or for another Node. */
export async function run(names: readonly string[]): Promise<void> {
  await build(...names);
}

/** Brings the named folders of dist/ up to date, by default all but those on request. Returns at once when they are. */
export async function build(...names: readonly string[]): Promise<void> {
  const { version } = JSON.parse(await readFile("package.json", "utf8")) as { version: string };
  const wanted = (target: Target): boolean =>
    names.length === 0 ? target.onRequest !== true : names.includes(target.name);
  await Promise.all(
    TARGETS.map((group) => inOrder(group.filter(wanted), (target) => bringUpToDate(target, version))),
  );
}

async function inOrder<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (const item of items) await work(item);
}

async function bringUpToDate(target: Target, version: string): Promise<void> {
  const folder = join("dist", target.name);
  const stamp = join("dist", ".made-from", target.name);
  const made = await fingerprint(target.inputs, process.version);
  if (existsSync(folder) && (await readFile(stamp, "utf8").catch(() => "")) === made) return;

  process.stderr.write(`Building ${folder}\n`);
  // Made beside its place and then put there: whoever uses the old one meanwhile never sees half of the new one.
  const fresh = join("dist", `.new-${target.name}-${process.pid}`);
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  try {
    await target.make(fresh, version);
    await replace(folder, fresh);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  await mkdir(dirname(stamp), { recursive: true });
  await writeFile(stamp, made);
}

async function replace(folder: string, fresh: string): Promise<void> {
  const old = `${fresh}-old`;
  if (existsSync(folder)) await rename(folder, old);
  await rename(fresh, folder);
  await rm(old, { recursive: true, force: true });
}
