import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";

/** A package that is part of what is released. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** Where it is installed. */
  readonly folder: string;
  /** Those of its files that are part of it. */
  readonly files: readonly string[];
  /** The name of its licence, if it tells one. */
  readonly license: string | undefined;
}

/** What begins each of the bundled programs. An executable is the plugin; the npm package has all three. */
const PROGRAMS = {
  plugin: "src/provider/main.ts",
  commandLine: "src/cli/main.ts",
  webhooks: "src/webhooks/index.ts",
} as const;

type Program = keyof typeof PROGRAMS;

const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** The packages of which code is in a program, by default in any, in the order of their names: found by bundling it again. */
export async function bundledPackages(...programs: readonly Program[]): Promise<readonly BundledPackage[]> {
  const named = programs.length > 0 ? programs : (Object.keys(PROGRAMS) as readonly Program[]);
  const { metafile } = await build({
    entryPoints: named.map((program) => PROGRAMS[program]),
    bundle: true,
    write: false,
    outdir: "unused",
    platform: "node",
    format: "cjs",
    metafile: true,
    logLevel: "error",
  });
  const used = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  const folders = new Set(used.flatMap((file) => PACKAGE.exec(file)?.[0] ?? []));
  const filesIn = (folder: string) =>
    [...new Set(used.filter((file) => file.startsWith(`${folder}/`)))].sort();
  const packages = await Promise.all([...folders].map((folder) => packageIn(folder, filesIn(folder))));
  return packages.sort((one, other) => (one.name < other.name ? -1 : 1));
}

async function packageIn(folder: string, files: readonly string[]): Promise<BundledPackage> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  return { name, version, folder, files, license };
}
