import { join } from "node:path";
import { executable } from "../../src/cli/commands/install/mirror";
import { bundlePlugin, type PluginSource } from "../../src/tasks/build/bundle";
import { compileExecutable } from "../../src/tasks/executable/compile";
import { thisPlatform } from "../../src/tasks/executable/platforms";
import { pluginForm } from "../../src/tasks/real-terraform/workspace";

/** Makes a plugin for tests, such as a fixture, in the form that the tests start. See {@link bundlePlugin}. */
export async function makePlugin(source: PluginSource, outDir: string): Promise<void> {
  await bundlePlugin(source, outDir);
  if (pluginForm() === "executable")
    await compileExecutable(source, join(outDir, executable), thisPlatform());
}
