import { build } from "./build";
import { runNode } from "./run-node";

/** Runs the tests with jest, which gets all arguments, once what they start is built. */
export async function run(args: readonly string[]): Promise<void> {
  await build();
  process.exitCode = await runNode([require.resolve("jest/bin/jest"), ...args]);
}
