import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { build } from "./build";
import { runNode, type Where } from "./programs";

/**
 * Synthesises an example, by default `mail-fleet`, into `cdktf.out/`: the app of `cdktf.json`.
 *
 * @throws when no example has that name, or when it is not an application, like `adopt-an-account`
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

/**
 * Synthesises a CDKTF application. Returns the exit code.
 *
 * Hides a deprecation warning of Node 22 and later about CDKTF's use of `util.isArray`, which only CDKTF can fix.
 */
export function runApp(app: string, where: Where = {}): Promise<number> {
  return runNode(["--disable-warning=DEP0044", app], where);
}
