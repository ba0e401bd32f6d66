import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build, type Metafile, transform } from "esbuild";
import { executable } from "../cli/install/mirror";
import { type Chunk, packChunks } from "./pack-chunks";
import type { PluginClient } from "./plugin-client";
import { launcher, RECORDINGS, recordingLauncher } from "./plugin-launcher";
import { recordCodeCaches } from "./record-code-caches";

/** What a plugin is made of. */
export interface PluginSource {
  /** The module that serves the plugin. */
  readonly entry: string;
  /** What `process.env.PROVIDER_VERSION` is in it. */
  readonly version: string;
  /** The encoded answer to GetProviderSchema, which is `PROVIDER_SCHEMA` in it, in Base64. */
  readonly schema?: Uint8Array;
}

/**
 * Makes the plugin that Terraform starts: a few scripts, and V8's compiled form of them beside them, since several plugin
 * processes are started at each command. What a module imports late, with `import()`, is a script of its own, loaded
 * by the processes that need it.
 *
 * `outDir` is emptied first. Afterwards it holds the executable, the scripts, a folder of code caches for the running
 * Node, and a `package.json` that keeps a "type" of the folders above from changing how the executable is read.
 *
 * @param source what it is made of
 * @param work has a plugin do what it will mostly do, so that the code caches hold the functions that this takes
 * @throws when the plugin cannot be built, or the built one does not answer
 */
export async function bundlePlugin(
  source: PluginSource,
  outDir: string,
  work: (client: PluginClient) => Promise<unknown> = (client) => client.call("getProviderSchema", {}),
): Promise<void> {
  const { outputFiles, metafile } = await bundle(source);
  const code = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  const chunks = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [basename(path), chunkOf(output)]),
  );
  const first = [...chunks.keys()].find((name) => name.startsWith("start-")) ?? "";
  const files = packChunks(chunks, first);

  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });
  for (const [file, names] of files) await writeFile(join(outDir, file), await script(names, code));
  const manifest = { type: "commonjs", version: source.version };
  await writeFile(join(outDir, "package.json"), `${JSON.stringify(manifest)}\n`);
  await writeFile(join(outDir, executable), launcher(first, files));
  await chmod(join(outDir, executable), 0o755);
  for (const recorded of RECORDINGS)
    await recordCodeCaches(recordingLauncher(outDir, first, files, recorded), work);
}

function bundle({ entry, version, schema }: PluginSource) {
  return build({
    entryPoints: { start: entry },
    bundle: true,
    // Only ES modules can be split.
    splitting: true,
    format: "esm",
    write: false,
    metafile: true,
    outdir: "plugin",
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    platform: "node",
    target: TARGET,
    define: {
      "process.env.PROVIDER_VERSION": JSON.stringify(version),
      ...(schema && { PROVIDER_SCHEMA: JSON.stringify(Buffer.from(schema).toString("base64")) }),
    },
    logLevel: "warning",
  });
}

const TARGET = "node20.19";

function chunkOf({ imports, bytes }: Metafile["outputs"][string]): Chunk {
  const named = (late: boolean) =>
    imports
      .filter(({ kind, external }) => !external && (kind === "dynamic-import") === late)
      .map(({ path }) => basename(path));
  return { imports: named(false), late: named(true), bytes };
}

/** A script that evaluates to an object of modules, each in what Node puts around a CommonJS module. */
async function script(names: readonly string[], code: ReadonlyMap<string, string>): Promise<string> {
  const modules = names.map(async (name) => {
    const module = await asCommonJs(code.get(name) ?? "");
    return `${JSON.stringify(name)}: function (exports, require, module) {${module}}`;
  });
  return `({\n${(await Promise.all(modules)).join(",\n")}\n})`;
}

async function asCommonJs(module: string): Promise<string> {
  const { code } = await transform(module, {
    format: "cjs",
    target: TARGET,
    // Names stay: the stack of a bug report should say something.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: "none",
    // A script has no loader of its own: what it imports late comes by `require`, too.
    supported: { "dynamic-import": false },
  });
  return code;
}
