import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import {
  executable,
  layOut,
  mirrorSettings,
  packageFolders,
  terraformPlatform,
} from "../../cli/commands/install/mirror";
import { replaceFolder } from "../../cli/project/folders";
import { version } from "../../provider/version";
import { compileExecutable } from "../executable/compile";
import { programName, thisPlatform } from "../executable/platforms";
import { fingerprint } from "../files";
import { buildCommandLine } from "./command-line";
import { buildConstructs } from "./constructs";
import { buildPlugin } from "./plugin";
import { buildExamples, buildWebhooks } from "./scripts";

/** A folder of dist/. */
interface Target {
  readonly name: string;
  /** The files and folders that it depends on. */
  readonly inputs: readonly string[];
  /** Whether it is built only on request, by its name. */
  readonly onRequest?: true;
  /** Fills an empty folder. */
  readonly make: (folder: string) => Promise<void>;
}

const MANIFESTS = ["package.json", "package-lock.json", "tsconfig.json"];
const SOURCES = ["src", ...MANIFESTS];

/** The targets, in independent groups; within a group, each needs those before it. */
const TARGETS: readonly (readonly Target[])[] = [
  [
    { name: "plugin", inputs: SOURCES, make: buildPlugin },
    { name: "mirror", inputs: SOURCES, make: buildMirror },
    { name: "executable", inputs: SOURCES, onRequest: true, make: buildExecutable },
  ],
  [{ name: "cli", inputs: SOURCES, make: buildCommandLine }],
  [{ name: "webhooks", inputs: ["src/webhooks", "src/service", ...MANIFESTS], make: buildWebhooks }],
  [
    { name: "lib", inputs: ["lib", "src/tasks/build/constructs.ts", ...MANIFESTS], make: buildConstructs },
    { name: "examples", inputs: ["examples", "src/tasks", ...MANIFESTS], make: buildExamples },
  ],
];

/** Builds the folders of dist/ that are missing, or that were built from other files or for another Node. */
export async function run(names: readonly string[]): Promise<void> {
  await build(...names);
}

/**
 * Brings the named folders of dist/ up to date, with those that they need, by default all but those on request. Returns fast
 * if they are.
 */
export async function build(...names: readonly string[]): Promise<void> {
  await Promise.all(
    TARGETS.map(async (group) => {
      const last = group.findLastIndex(({ name }) => names.includes(name));
      const wanted = names.length === 0 ? group : group.slice(0, last + 1);
      for (const target of wanted)
        if (!target.onRequest || names.includes(target.name)) await bringUpToDate(target);
    }),
  );
}

async function bringUpToDate({ name, inputs, make }: Target): Promise<void> {
  const folder = join("dist", name);
  const stamp = join("dist", ".made-from", name);
  const inputsNow = `${process.version} ${await fingerprint(...inputs)}`;
  if (existsSync(folder) && (await readFile(stamp, "utf8").catch(() => "")) === inputsNow) return;

  process.stderr.write(`Building ${folder}\n`);
  await replaceFolder(folder, make);
  await mkdir(dirname(stamp), { recursive: true });
  await writeFile(stamp, inputsNow);
}

/**
 * Lays out the built plugin for this platform as a `filesystem_mirror` of Terraform and OpenTofu. The `terraform.rc` next to
 * it makes them install from there.
 */
async function buildMirror(folder: string): Promise<void> {
  const made = { version, platform: terraformPlatform() };
  for (const place of packageFolders(folder, made)) await layOut("dist/plugin", place, made);
  await writeFile(join(folder, "terraform.rc"), mirrorSettings(resolve("dist/mirror")));
}

async function buildExecutable(folder: string): Promise<void> {
  const platform = thisPlatform();
  await compileExecutable("dist/plugin", join(folder, programName(executable, platform)), platform);
}
