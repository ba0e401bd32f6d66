import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { build } from "./build";
import { runNode } from "./programs";

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
  await build("examples");
  // Node 22 and later warns that CDKTF uses `util.isArray`, which only CDKTF can fix.
  const hidden = "--disable-warning=DEP0044";
  process.exitCode = await runNode([hidden, `dist/examples/${example}/main.js`]);
}
