import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { build } from "./build";
import { runApp } from "./run-app";

/**
 * Synthesises an example, by default `mail-fleet`, into `cdktf.out/`: the app of `cdktf.json`.
 *
 * @throws when there is none of that name, or it is no application, as `adopt-an-account` is none
 */
export async function run([example = "mail-fleet"]: readonly string[]): Promise<void> {
  await build("lib", "examples");
  const program = (name: string) => `dist/examples/${name}/main.js`;
  if (!existsSync(program(example))) {
    const names = (await readdir("examples")).filter((name) => existsSync(program(name)));
    throw new Error(`${example} is no example that can be synthesised: these are ${names.join(", ")}.`);
  }
  process.exitCode = await runApp(program(example));
}
