import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { bundledPackages } from "./bundled-packages";
import { LICENCES, licencesOfBundle } from "./licences";

/** Bundles the command `rblmonitor` into one executable script. */
export async function buildCommandLine(folder: string): Promise<void> {
  const executable = join(folder, "rblmonitor");
  await build({
    entryPoints: ["src/cli/main.ts"],
    outfile: executable,
    bundle: true,
    platform: "node",
    target: "node20.19",
    format: "cjs",
    keepNames: true,
    legalComments: "none",
    banner: { js: "#!/usr/bin/env node" },
    logLevel: "warning",
  });
  await chmod(executable, 0o755);
  await writeFile(join(folder, LICENCES), await licencesOfBundle(await bundledPackages("commandLine")));
  // Keeps a "type" of the folders above from changing how the executable is read.
  await writeFile(join(folder, "package.json"), `${JSON.stringify({ type: "commonjs" })}\n`);
}
