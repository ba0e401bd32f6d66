import { build } from "./build";
import { pluginForm } from "./plugin-form";
import { runNode } from "./run-node";

/** Runs the tests with jest, which gets all arguments, once what they start is built. */
export async function run(args: readonly string[]): Promise<void> {
  await build();
  if (pluginForm() === "executable") await build("executable");
  process.exitCode = await runNode([require.resolve("jest/bin/jest"), ...args]);
}
