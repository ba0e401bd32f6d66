import { join } from "node:path";
import { type BuildOptions, build } from "esbuild";
import { filesAt } from "../files";
import { compileTypes } from "./constructs";

/** CommonJS, since Node finds the names of its exports both for `require` and for `import`. */
export const SCRIPT = {
  platform: "node",
  target: "node20.19",
  format: "cjs",
  logLevel: "warning",
} as const satisfies BuildOptions;

/** Bundles `rblmonitor/webhooks` into one script that only needs Node, with its types. */
export async function buildWebhooks(folder: string): Promise<void> {
  await build({
    ...SCRIPT,
    entryPoints: ["src/webhooks/index.ts"],
    bundle: true,
    keepNames: true,
    outfile: join(folder, "index.js"),
  });
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
