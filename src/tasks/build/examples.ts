import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";

/**
 * Compiles the CDKTF examples, so that `node dist/examples/<name>/main.js` runs them. They import the package by its
 * name, as its users do.
 */
export async function buildExamples(folder: string): Promise<void> {
  const files = await readdir("examples", { recursive: true });
  await build({
    entryPoints: files.filter((file) => file.endsWith(".ts")).map((file) => join("examples", file)),
    outbase: "examples",
    outdir: folder,
    platform: "node",
    target: "node20.19",
    format: "cjs",
    // The compiler's settings point the package's name at its sources; here it is the built package.
    tsconfigRaw: {},
    logLevel: "warning",
  });
}
