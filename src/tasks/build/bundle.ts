import { createHash } from "node:crypto";
import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type BuildOptions, build, transform } from "esbuild";
import { forThisNode } from "../../cli/code-caches";
import { executable } from "../../cli/commands/install/mirror";
import { type PluginConnection, recordCodeCaches } from "../../cli/commands/install/record/record";
import type { Schemas } from "../../terraform";
import { licencesFile, licencesOf, packagesIn } from "./licences";

/** CommonJS, since Node finds the names of its exports both for `require` and for `import`. */
export const scriptOptions = {
  platform: "node",
  target: "node20.19",
  format: "cjs",
  logLevel: "warning",
} as const satisfies BuildOptions;

/**
 * The modules of a program, by name: the code of each as CommonJS, the files that it is made of, the names of the modules that it
 * imports at once and late, and its size.
 */
export type Modules = Awaited<ReturnType<typeof bundledModules>>;

/**
 * The parts of a plugin: the module that serves it; its version, which is `process.env.PROVIDER_VERSION` in it; and the encoded
 * answers to the calls for schemas. `PROVIDER_SCHEMAS` in it is JSON with their Base64.
 */
export type PluginSource = Readonly<Record<"entry" | "version", string> & { schemas?: Schemas }>;

/**
 * Makes the plugin that Terraform starts: a few scripts, and V8's code caches of them, since Terraform starts several plugin
 * processes for each command. A module that is imported late, with `import()`, has its own script: only the processes that
 * need the module load it.
 *
 * `outDir` is emptied first. It gets the executable, the scripts, licences, a folder of code caches for the running Node, and a
 * `package.json`: without it, a "type" in a folder above would change how Node reads the executable.
 *
 * @param work makes a plugin do its usual work, so that the code caches contain the functions for it
 * @throws when the plugin cannot be built, or does not answer
 */
export async function bundlePlugin(
  source: PluginSource,
  outDir: string,
  work: (plugin: PluginConnection) => Promise<unknown> = (plugin) => plugin.call("getProviderSchema", {}),
): Promise<void> {
  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });
  const program = await writeProgram("plugin", await pluginModules(source), join(outDir, executable));
  const manifest = { type: "commonjs", version: source.version, program };
  await writeFile(join(outDir, "package.json"), `${JSON.stringify(manifest)}\n`);
  await recordCodeCaches(join(outDir, executable), join(outDir, forThisNode), work);
}

export function pluginModules({ entry, version, schemas }: PluginSource): Promise<Modules> {
  return bundledModules(entry, {
    "process.env.PROVIDER_VERSION": JSON.stringify(version),
    ...(schemas && { PROVIDER_SCHEMAS: base64(schemas) }),
  });
}

/**
 * Writes a program as scripts in the folder of its executable: one for the start, and one for each late import. The
 * executable, plain JavaScript for any Node, loads each script when a module of it is needed. Also writes the licences of the
 * packages whose code is in the program.
 *
 * @param launch the module in launch/ that the executable is made of
 * @returns the program's name, which changes with its content
 */
export async function writeProgram(launch: string, modules: Modules, executable: string): Promise<string> {
  const files = packModules(modules);
  const hash = createHash("sha256");
  for (const [file, names] of files) {
    // An object of modules, each in a function like the one that Node puts around a CommonJS module.
    const functions = names.map(
      (name) =>
        `${JSON.stringify(name)}: function (exports, require, module, process, __dirname) {${modules.get(name)?.code}}`,
    );
    const content = `({\n${functions.join(",\n")}\n})`;
    hash.update(content);
    await writeFile(join(dirname(executable), file), content);
  }
  const program = `${launch}-${hash.digest("hex").slice(0, 16)}`;
  const places = Object.fromEntries([...files].flatMap(([file, names]) => names.map((name) => [name, file])));
  const constants = Object.entries({ PLACES: places, FIRST: firstOf(modules), PROGRAM: program });
  await build({
    ...scriptOptions,
    // An older Node must be able to read the code that says so.
    target: "node12",
    entryPoints: [join("src/tasks/build/launch", `${launch}.ts`)],
    outfile: executable,
    bundle: true,
    minifyWhitespace: true,
    minifySyntax: true,
    banner: { js: '#!/usr/bin/env node\n"use strict";' },
    define: Object.fromEntries(constants.map(([name, value]) => [name, JSON.stringify(value)])),
  });
  await chmod(executable, 0o755);
  await writeFile(join(dirname(executable), licencesFile), await licencesOf(await packagesIn(modules)));
  return program;
}

/**
 * Bundles a program into modules: one for the start, and one for each late import.
 *
 * @param entry the program's first module
 * @param define constants
 * @param unused late imports that the program never reaches; without this, their modules would be in its scripts
 */
export async function bundledModules(
  entry: string,
  define: Readonly<Record<string, string>> = {},
  unused: readonly string[] = [],
) {
  const { outputFiles, metafile } = await build({
    ...scriptOptions,
    entryPoints: { start: entry },
    bundle: true,
    // Only ES modules can be split.
    splitting: true,
    format: "esm",
    write: false,
    metafile: true,
    outdir: "plugin",
    // Of packages that also have ES modules, only the functions that are used are bundled.
    mainFields: ["module", "main"],
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    define,
    external: [...unused],
  });
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  const modules = outputFiles.map(async ({ path, text }) => {
    const { imports = [], bytes = 0, inputs = {} } = outputs.get(basename(path)) ?? {};
    const files = Object.keys(inputs).filter((file) => (inputs[file]?.bytesInOutput ?? 0) > 0);
    const named = (late: boolean) =>
      imports
        .filter(({ kind, external }) => !external && (kind === "dynamic-import") === late)
        .map((imported) => basename(imported.path));
    const { code } = await transform(text, {
      format: "cjs",
      target: scriptOptions.target,
      // Names stay: the stack trace in a bug report needs them.
      minifyWhitespace: true,
      minifySyntax: true,
      legalComments: "none",
      // A script has no loader: late imports use `require`, too.
      supported: { "dynamic-import": false },
    });
    return [basename(path), { code, files, imports: named(false), late: named(true), bytes }] as const;
  });
  return new Map(await Promise.all(modules));
}

/** A literal text of JSON. The bundler would keep an object in the module that starts, whichever module uses it. */
function base64(schemas: Schemas): string {
  const texts = Object.entries(schemas).map(([rpc, bytes]) => [rpc, Buffer.from(bytes).toString("base64")]);
  return JSON.stringify(JSON.stringify(Object.fromEntries(texts)));
}

export function firstOf(modules: Modules): string {
  return [...modules.keys()].find((name) => name.startsWith("start-")) ?? "";
}

/**
 * Groups the modules into as few files as possible, since reading a file takes time. Each late import is one file with all
 * modules it needs, except those that are always loaded before it. Smaller late imports come first: what one shares with a
 * larger one is loaded without that.
 *
 * @returns the names of the modules in each file, by the name of the module that the file is loaded for
 */
function packModules(modules: Modules): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>();
  const packed = new Set<string>();
  const entries = [firstOf(modules)];
  for (const entry of entries) {
    if (packed.has(entry)) continue;
    const file = [...withImports(modules, entry)].filter((name) => !packed.has(name));
    for (const name of file) packed.add(name);
    const late = file.flatMap((name) => modules.get(name)?.late ?? []);
    entries.push(...late.sort((a, b) => bytesOf(modules, a) - bytesOf(modules, b)));
    files.set(entry, file);
  }
  return files;
}

/** The size of a module with all modules it needs. */
function bytesOf(modules: Modules, name: string): number {
  return [...withImports(modules, name)].reduce((sum, needed) => sum + (modules.get(needed)?.bytes ?? 0), 0);
}

/** The names of a module and of all modules it needs. */
function withImports(modules: Modules, name: string): ReadonlySet<string> {
  const names = new Set([name]);
  for (const each of names) for (const needed of modules.get(each)?.imports ?? []) names.add(needed);
  return names;
}
