import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { build as bundle } from "esbuild";
import { executable, layOut, mirrorSettings, packageFolders } from "../../cli/commands/install/mirror";
import { work } from "../../cli/commands/install/record/work";
import { replaceFolder } from "../../cli/project/folders";
import { rblmonitorHandlers } from "../../provider/provider";
import { silent } from "../../provider/schema-json";
import { version } from "../../provider/version";
import type { Schemas } from "../../terraform";
import { ProviderDefinition, schemaRpcs } from "../../terraform/tools";
import { compileExecutable } from "../executable/compile";
import { programName, thisPlatform } from "../executable/platforms";
import { filesAt, fingerprint, type TargetName, usualTargets } from "../files";
import { named } from "../named";
import { bundledModules, bundlePlugin, type PluginSource, scriptOptions, writeProgram } from "./bundle";
import { buildConstructs, compileTypes } from "./constructs";

/** A folder of dist/. */
interface Target {
  /** The files and folders that it depends on. */
  readonly inputs: readonly string[];
  /** Other targets, without which it cannot be built or does not work. */
  readonly needs?: readonly TargetName[];
  /** Fills an empty folder. */
  readonly make: (folder: string) => Promise<void>;
}

const manifests = ["package.json", "package-lock.json", "tsconfig.json"];
const sources = ["src", ...manifests];

const targets: Readonly<Record<TargetName, Target>> = {
  plugin: { inputs: sources, make: async (folder) => bundlePlugin(await pluginSource(), folder, work) },
  mirror: { inputs: sources, needs: ["plugin"], make: buildMirror },
  executable: { inputs: sources, make: buildExecutable },
  // `rblmonitor install` installs the plugin.
  cli: { inputs: sources, needs: ["plugin"], make: buildCommandLine },
  webhooks: { inputs: ["src/webhooks", "src/service", ...manifests], make: buildWebhooks },
  lib: { inputs: ["lib", "src/service", "src/tasks/build", ...manifests], make: buildConstructs },
  examples: { inputs: ["examples", "src/tasks", ...manifests], needs: ["lib"], make: buildExamples },
};

/** Builds the folders of dist/ that are missing, or that were built from other files or for another Node. */
export const run = (names: readonly string[]): Promise<void> => build(...names);

/** Each target that this process has brought up to date, or is about to. */
const builds = new Map<string, Promise<void>>();

/**
 * Brings the named folders of dist/ up to date, with those that they need, by default all but those on request. Returns fast
 * if they are.
 *
 * @throws Error for an unknown name
 */
export async function build(...names: readonly string[]): Promise<void> {
  const wanted = names.length === 0 ? usualTargets : names;
  await Promise.all(
    wanted.map((name) => {
      const started = builds.get(name) ?? bringUpToDate(name, named(targets, name));
      builds.set(name, started);
      return started;
    }),
  );
}

async function bringUpToDate(name: string, { inputs, needs = [], make }: Target): Promise<void> {
  if (needs.length > 0) await build(...needs);
  const folder = join("dist", name);
  const stamp = join("dist/.made-from", name);
  const inputsNow = `${process.version} ${await fingerprint(...inputs)}`;
  if (existsSync(folder) && (await readFile(stamp, "utf8").catch(() => "")) === inputsNow) return;
  process.stderr.write(`Building ${folder}\n`);
  await replaceFolder(folder, make);
  await mkdir(dirname(stamp), { recursive: true });
  await writeFile(stamp, inputsNow);
}

export async function pluginSource(): Promise<PluginSource> {
  return { entry: "src/provider/main.ts", version, schemas: await encodedSchemas() };
}

/** The provider's answers to the calls for schemas, encoded. */
export async function encodedSchemas(): Promise<Schemas> {
  const handlers = rblmonitorHandlers(silent, {});
  const encoded = schemaRpcs.map(async (rpc) => {
    const answer = await handlers[rpc]?.({}, { signal: new AbortController().signal });
    if (answer === undefined) throw new Error(`The provider does not answer ${rpc}`);
    return [rpc, ProviderDefinition.methods[rpc].responseType.encode(answer as never).finish()] as const;
  });
  return Object.fromEntries(await Promise.all(encoded)) as Schemas;
}

/**
 * Lays out the built plugin for this platform as a `filesystem_mirror` of Terraform and OpenTofu. The `terraform.rc` next to
 * it makes them install from there.
 */
async function buildMirror(folder: string): Promise<void> {
  for (const place of packageFolders(folder, { version })) await layOut("dist/plugin", place, { version });
  await writeFile(join(folder, "terraform.rc"), mirrorSettings(resolve("dist/mirror")));
}

async function buildExecutable(folder: string): Promise<void> {
  const platform = thisPlatform();
  await compileExecutable(await pluginSource(), join(folder, programName(executable, platform)), platform);
}

/**
 * Makes the command `rblmonitor`: an executable, a script for what every command needs, and one for each late import. The
 * command writes V8's code caches of them for its user, since compiling takes longer than most commands.
 */
async function buildCommandLine(folder: string): Promise<void> {
  const program = await writeProgram("command-line", await commandLineModules(), join(folder, "rblmonitor"));
  // A "type" in a package.json further up would change how Node reads the script.
  await writeFile(join(folder, "package.json"), `${JSON.stringify({ type: "commonjs", program })}\n`);
}

/** The modules of the command `rblmonitor`. It serves no plugin. */
export function commandLineModules() {
  return bundledModules("src/cli/main.ts", {}, ["./serving"]);
}

/** Bundles `rblmonitor/webhooks` into one script that only needs Node, with its types. */
async function buildWebhooks(folder: string): Promise<void> {
  await bundle({
    ...scriptOptions,
    entryPoints: ["src/webhooks/index.ts"],
    bundle: true,
    keepNames: true,
    outfile: join(folder, "index.js"),
  });
  await compileTypes("src/webhooks", "--outDir", join(folder, "types"));
}

/** Compiles the CDKTF examples to `dist/examples/<name>/main.js`. They import the package by its name, as users do. */
async function buildExamples(folder: string): Promise<void> {
  await bundle({
    ...scriptOptions,
    entryPoints: (await filesAt("examples")).filter((file) => file.endsWith(".ts")),
    outbase: "examples",
    outdir: folder,
    // The project's own settings would resolve the package's name to its sources instead of the built package.
    tsconfigRaw: {},
  });
}
