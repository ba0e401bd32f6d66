import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { build } from "./build";
import { runNode, type Where } from "./programs";

/** Synthesizes an example, by default `mail-fleet`, into `cdktf.out/`: the app of `cdktf.json`. */
export async function run([example = "mail-fleet"]: readonly string[]): Promise<void> {
  const names = (await readdir("examples")).filter((name) => existsSync(`examples/${name}/main.ts`));
  if (!names.includes(example)) {
    process.stderr.write(
      `synth failed: no example ${JSON.stringify(example)} can be synthesized. Examples: ${names.join(", ")}.\n`,
    );
    process.exitCode = 1;
    return;
  }
  await build("lib", "examples");
  process.exitCode = await runApp(`dist/examples/${example}/main.js`);
}

/**
 * Synthesizes a CDKTF application. Returns the exit code.
 *
 * Hides a deprecation warning of Node 22 and later about CDKTF's use of `util.isArray`, which only CDKTF can fix.
 */
export function runApp(app: string, where: Where = {}): Promise<number> {
  return runNode(["--disable-warning=DEP0044", app], where);
}
