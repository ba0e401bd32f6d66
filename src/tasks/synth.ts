import { build } from "./build";
import { runApp } from "./run-app";

/** Synthesises an example, by default `mail-fleet`, into `cdktf.out/`: the app of `cdktf.json`. */
export async function run([example = "mail-fleet"]: readonly string[]): Promise<void> {
  await build("lib", "examples");
  process.exitCode = await runApp(`dist/examples/${example}/main.js`);
}
