import { join } from "node:path";
import { executable } from "../../../cli/install/mirror";
import { pluginForm } from "../../terraform/plugin-form";
import { compileExecutable } from "../executable/compile";
import { thisPlatform } from "../executable/platforms";
import { bundlePlugin, type PluginSource } from "./bundle";

/** Makes a plugin for tests, such as a fixture, in the form to be tested. See `bundlePlugin`. */
export async function makePlugin(source: PluginSource, outDir: string): Promise<void> {
  await bundlePlugin(source, outDir);
  if (pluginForm() === "executable") {
    await compileExecutable(outDir, join(outDir, executable), thisPlatform());
  }
}
