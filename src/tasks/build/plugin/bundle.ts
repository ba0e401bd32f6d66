import { createHash } from "node:crypto";
import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type BuildOptions, build, type Metafile, transform } from "esbuild";
import { forThisNode } from "../../../cli/code-caches";
import { executable } from "../../../cli/commands/install/mirror";
import type { PluginConnection } from "../../../cli/commands/install/record/plugin-client";
import { recordCodeCaches } from "../../../cli/commands/install/record/record";
import type { Schemas } from "../../../terraform";
import { compileExecutable } from "../../executable/compile";
import { thisPlatform } from "../../executable/platforms";
import { pluginForm } from "../../real-terraform/workspace";

/** CommonJS, since Node finds the names of its exports both for `require` and for `import`. */
export const scriptOptions = {
  platform: "node",
  target: "node20.19",
  format: "cjs",
  logLevel: "warning",
} as const satisfies BuildOptions;

/** The parts of a plugin. */
export interface PluginSource {
  /** The module that serves the plugin. */
  readonly entry: string;
  /** The value of `process.env.PROVIDER_VERSION` in the plugin. */
  readonly version: string;
  /** The encoded answers to the calls for schemas. `PROVIDER_SCHEMAS` in the plugin is JSON with their Base64. */
  readonly schemas?: Schemas;
}

/**
 * Makes the plugin that Terraform starts: a few scripts, and V8's code caches of them, since Terraform starts several plugin
 * processes for each command. A module that is imported late, with `import()`, has its own script: only the processes that
 * need the module load it.
 *
 * `outDir` is emptied first. It gets the executable, the scripts, a folder of code caches for the running Node, and a
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
  const program = await writeProgram("plugin", source.entry, join(outDir, executable), {
    "process.env.PROVIDER_VERSION": JSON.stringify(source.version),
    ...(source.schemas && { PROVIDER_SCHEMAS: base64(source.schemas) }),
  });
  const manifest = { type: "commonjs", version: source.version, program };
  await writeFile(join(outDir, "package.json"), `${JSON.stringify(manifest)}\n`);
  await recordCodeCaches(join(outDir, executable), join(outDir, forThisNode), work);
}

/** Makes a plugin for tests, such as a fixture, in the form that the tests start. See {@link bundlePlugin}. */
export async function makePlugin(source: PluginSource, outDir: string): Promise<void> {
  await bundlePlugin(source, outDir);
  if (pluginForm() === "executable")
    await compileExecutable(outDir, join(outDir, executable), thisPlatform());
}

/**
 * Writes a program as scripts in the folder of its executable: one for the start, and one for each late import. The
 * executable, plain JavaScript for any Node, loads each script when a module of it is needed.
 *
 * @param launch the module in launch/ that the executable is made of
 * @param entry the program's first module
 * @param define constants
 * @param unused late imports that the program never reaches; without this, their modules would be in its scripts
 * @returns the program's name, which changes with its content
 */
export async function writeProgram(
  launch: string,
  entry: string,
  executable: string,
  define: Readonly<Record<string, string>> = {},
  unused: readonly string[] = [],
): Promise<string> {
  const { outputFiles, metafile } = await bundle(entry, define, unused);
  const code = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  const chunks = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [basename(path), chunkOf(output)]),
  );
  const first = [...chunks.keys()].find((name) => name.startsWith("start-")) ?? "";
  const files = packChunks(chunks, first);
  const hash = createHash("sha256");
  for (const [file, names] of files) {
    const content = await script(names, code);
    hash.update(content);
    await writeFile(join(dirname(executable), file), content);
  }
  const program = `${launch}-${hash.digest("hex").slice(0, 16)}`;
  const places = Object.fromEntries([...files].flatMap(([file, names]) => names.map((name) => [name, file])));
  await writeFile(executable, await launcher(launch, { PLACES: places, FIRST: first, PROGRAM: program }));
  await chmod(executable, 0o755);
  return program;
}

async function launcher(launch: string, define: Readonly<Record<string, unknown>>): Promise<string> {
  const { outputFiles } = await build({
    ...scriptOptions,
    // An older Node must be able to read the code that says so.
    target: "node12",
    entryPoints: [join("src/tasks/build/launch", `${launch}.ts`)],
    bundle: true,
    write: false,
    minifyWhitespace: true,
    minifySyntax: true,
    banner: { js: '#!/usr/bin/env node\n"use strict";' },
    define: Object.fromEntries(Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)])),
  });
  return `${outputFiles[0]?.text}`;
}

function bundle(entry: string, define: Readonly<Record<string, string>>, unused: readonly string[]) {
  return build({
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
}

/** A literal text of JSON. The bundler would keep an object in the module that starts, whichever module uses it. */
function base64(schemas: Schemas): string {
  const texts = Object.entries(schemas).map(([rpc, bytes]) => [rpc, Buffer.from(bytes).toString("base64")]);
  return JSON.stringify(JSON.stringify(Object.fromEntries(texts)));
}

function chunkOf({ imports, bytes }: Metafile["outputs"][string]): Chunk {
  const named = (late: boolean) =>
    imports
      .filter(({ kind, external }) => !external && (kind === "dynamic-import") === late)
      .map(({ path }) => basename(path));
  return { imports: named(false), late: named(true), bytes };
}

/** An ES module made by the bundler: its size, and the names of the chunks that it imports at once and late. */
interface Chunk {
  readonly imports: readonly string[];
  readonly late: readonly string[];
  readonly bytes: number;
}

/**
 * Groups the chunks into as few files as possible, since reading a file takes time. Each late import is one file with all
 * chunks it needs, except those that are always loaded before it. Smaller late imports come first: what one shares with a
 * larger one is loaded without that.
 *
 * @param chunks by name
 * @param first the chunk that starts
 * @returns the names of the chunks in each file, by the name of the chunk that the file is loaded for
 */
function packChunks(
  chunks: ReadonlyMap<string, Chunk>,
  first: string,
): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>();
  const packed = new Set<string>();
  const entries = [first];
  for (const entry of entries) {
    if (packed.has(entry)) continue;
    const file = [...withImports(chunks, entry)].filter((name) => !packed.has(name));
    for (const name of file) packed.add(name);
    const late = file.flatMap((name) => chunks.get(name)?.late ?? []);
    entries.push(...late.sort((a, b) => bytesOf(chunks, a) - bytesOf(chunks, b)));
    files.set(entry, file);
  }
  return files;
}

/** The size of a chunk with all chunks it needs. */
function bytesOf(chunks: ReadonlyMap<string, Chunk>, name: string): number {
  return [...withImports(chunks, name)].reduce((sum, needed) => sum + (chunks.get(needed)?.bytes ?? 0), 0);
}

/** The names of a chunk and of all chunks it needs. */
function withImports(chunks: ReadonlyMap<string, Chunk>, name: string): ReadonlySet<string> {
  const names = new Set([name]);
  for (const each of names) for (const needed of chunks.get(each)?.imports ?? []) names.add(needed);
  return names;
}

/** A script that evaluates to an object of modules, each in a function like the one that Node puts around a CommonJS module. */
async function script(names: readonly string[], code: ReadonlyMap<string, string>): Promise<string> {
  const modules = names.map(async (name) => {
    const module = await asCommonJs(code.get(name) ?? "");
    return `${JSON.stringify(name)}: function (exports, require, module, process, __dirname) {${module}}`;
  });
  return `({\n${(await Promise.all(modules)).join(",\n")}\n})`;
}

async function asCommonJs(module: string): Promise<string> {
  const { code } = await transform(module, {
    format: "cjs",
    target: scriptOptions.target,
    // Names stay: the stack trace in a bug report needs them.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: "none",
    // A script has no loader: late imports use `require`, too.
    supported: { "dynamic-import": false },
  });
  return code;
}
