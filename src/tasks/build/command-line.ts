import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundledPackages, LICENCES, licencesOfBundle } from "../licences";
import { writeProgram } from "./plugin/bundle";

/** How src/terraform imports the code that serves a plugin. */
const SERVING = "./serving";

/**
 * Makes the command `rblmonitor`: an executable, a script for what every command needs, and one for each late import. The
 * command writes V8's code caches of them for its user, since compiling takes longer than most commands.
 */
export async function buildCommandLine(folder: string): Promise<void> {
  await writeProgram("command-line", "src/cli/main.ts", join(folder, "rblmonitor"), {}, [SERVING]);
  await writeFile(join(folder, LICENCES), await licencesOfBundle(await bundledPackages("commandLine")));
  // A "type" in a package.json further up would change how Node reads the script.
  await writeFile(join(folder, "package.json"), `${JSON.stringify({ type: "commonjs" })}\n`);
}
