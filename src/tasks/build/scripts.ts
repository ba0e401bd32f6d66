import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type BuildOptions, build } from "esbuild";
import { filesAt } from "../files";
import { bundledPackages, LICENCES, licencesOfBundle } from "../licences";
import { compileTypes } from "./constructs";

/** CommonJS, since Node finds the names of its exports both for `require` and for `import`. */
const SCRIPT = {
  platform: "node",
  target: "node20.19",
  format: "cjs",
  logLevel: "warning",
} as const satisfies BuildOptions;

/** A bundle of all modules in one file, in which functions and classes keep their names. */
const BUNDLE = { ...SCRIPT, bundle: true, keepNames: true } as const satisfies BuildOptions;

/** Bundles the command `rblmonitor` into one executable script. */
export async function buildCommandLine(folder: string): Promise<void> {
  const executable = join(folder, "rblmonitor");
  await build({
    ...BUNDLE,
    entryPoints: ["src/cli/main.ts"],
    outfile: executable,
    legalComments: "none",
    banner: { js: "#!/usr/bin/env node" },
  });
  await chmod(executable, 0o755);
  await writeFile(join(folder, LICENCES), await licencesOfBundle(await bundledPackages("commandLine")));
  // A "type" in a package.json further up would change how Node reads the script.
  await writeFile(join(folder, "package.json"), `${JSON.stringify({ type: "commonjs" })}\n`);
}

/** Bundles `cdktf-provider-rblmonitor/webhooks` into one script that only needs Node, with its types. */
export async function buildWebhooks(folder: string): Promise<void> {
  await build({ ...BUNDLE, entryPoints: ["src/webhooks/index.ts"], outfile: join(folder, "index.js") });
  await compileTypes("src/webhooks", "--outDir", join(folder, "types"));
}

/** Compiles the CDKTF examples to `dist/examples/<name>/main.js`. They import the package by its name, as users do. */
export async function buildExamples(folder: string): Promise<void> {
  await build({
    ...SCRIPT,
    entryPoints: (await filesAt("examples")).filter((file) => file.endsWith(".ts")),
    outbase: "examples",
    outdir: folder,
    // The project's own settings would resolve the package's name to its sources instead of the built package.
    tsconfigRaw: {},
  });
}
