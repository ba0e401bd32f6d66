import { build } from "./build";
import { pluginForm } from "./plugin-form";
import { runNode } from "./run-node";

/** How many times as many cases each property is tried with as in `npm test`. */
const times = "50";

/**
 * Runs the tests that have properties, with many more and other cases than `npm test`, or those named. A failure tells its
 * seed, which PROPERTY_SEED takes; PROPERTY_RUNS says how many times as many cases are tried.
 */
export async function run(args: readonly string[]): Promise<void> {
  await build();
  if (pluginForm() === "executable") await build("executable");
  const { PROPERTY_RUNS = times } = process.env;
  // Whatever depends on that module has properties, or is longer in its long form.
  const tests = args.length > 0 ? args : ["--findRelatedTests", "test/properties.ts"];
  process.exitCode = await runNode([require.resolve("jest/bin/jest"), "--testTimeout=900000", ...tests], {
    environment: { PROPERTY_RUNS },
  });
}
