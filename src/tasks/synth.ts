import { build } from "./build";
import { runNode } from "./run-node";

/** Synthesises an example, by default `mail-fleet`, into `cdktf.out/`: the app of `cdktf.json`. */
export async function run([example = "mail-fleet"]: readonly string[]): Promise<void> {
  await build("lib", "examples");
  process.exitCode = await runNode([`dist/examples/${example}/main.js`]);
}
