import { createHash } from "node:crypto";
import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { executable } from "../cli/install/mirror";
import { launcher } from "./plugin-launcher";
import { recordCodeCache } from "./record-code-cache";

/**
 * Makes the plugin that Terraform starts: everything in one script, and V8's compiled form of it beside it, since
 * several plugin processes are started at each command.
 *
 * `outDir` is emptied first. Afterwards it holds the executable, the script, a code cache for the running Node, and a
 * `package.json` that keeps a "type" of the folders above from changing how the executable is read.
 *
 * @param entry the module that serves the plugin; in it, `process.env.PROVIDER_VERSION` is `version`
 * @throws when the bundle cannot be built, or the built plugin does not answer
 */
export async function bundlePlugin(options: {
  entry: string;
  outDir: string;
  version: string;
}): Promise<void> {
  const { entry, outDir, version } = options;
  const script = await bundle(entry, version);
  const name = `plugin-${createHash("sha256").update(script).digest("hex").slice(0, 12)}`;

  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });
  await writeFile(join(outDir, `${name}.js`), script);
  await writeFile(join(outDir, "package.json"), `${JSON.stringify({ type: "commonjs", version })}\n`);
  await writeFile(join(outDir, executable), launcher(name));
  await chmod(join(outDir, executable), 0o755);
  await recordCodeCache(outDir, name);
}

async function bundle(entry: string, version: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: "node",
    target: "node20.19",
    format: "cjs",
    // Names stay: the stack of a bug report should say something.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: "none",
    define: { "process.env.PROVIDER_VERSION": JSON.stringify(version) },
    // The launcher's script has no loader of its own: what is imported late is in the bundle, or part of Node.
    supported: { "dynamic-import": false },
    logLevel: "warning",
  });
  const code = outputFiles[0]?.text ?? "";
  // What Node puts around a CommonJS module. In the script already, so that the launcher has nothing to join.
  return `(function (exports, require, module, __filename, __dirname) {${code}\n})`;
}
