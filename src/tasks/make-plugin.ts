import { join } from "node:path";
import { executable } from "../cli/install/mirror";
import { bundlePlugin } from "./bundle-plugin";
import { pluginForm } from "./plugin-form";
import { compileExecutable } from "./release/compile-executable";
import { thisPlatform } from "./release/platforms";

/** Makes a plugin for tests, such as a fixture, in the form to be tested. See `bundlePlugin`. */
export async function makePlugin(options: Parameters<typeof bundlePlugin>[0]): Promise<void> {
  await bundlePlugin(options);
  if (pluginForm() === "executable") {
    await compileExecutable(options.outDir, join(options.outDir, executable), thisPlatform());
  }
}
