import { join } from "node:path";
import { executable } from "../cli/commands/install/mirror";
import { bundlePlugin, type PluginSource } from "./bundle-plugin";
import { pluginForm } from "./plugin-form";
import { compileExecutable } from "./release/compile-executable";
import { thisPlatform } from "./release/platforms";

/** Makes a plugin for tests, such as a fixture, in the form to be tested. See `bundlePlugin`. */
export async function makePlugin(source: PluginSource, outDir: string): Promise<void> {
  await bundlePlugin(source, outDir);
  if (pluginForm() === "executable") {
    await compileExecutable(outDir, join(outDir, executable), thisPlatform());
  }
}
