import { build } from "./build";
import { pluginForm } from "./plugin-form";
import { runNode } from "./run-node";

/** How many times as many cases each property is tried with as in `npm test`. */
const times = "50";

/** The tests that drive terraform, which speak the version that this variable names. */
const acceptance = { folder: "test/acceptance", environment: { RBLMONITOR_TEST_API_VERSION: "3.0" } };

/** Those of them that choose their versions themselves, so that they would be the same again. */
const ofBothVersions = "test/acceptance/legacy/";

/**
 * Runs the tests that have properties, with many more and other cases than `npm test`, or those named; and then, unless some
 * are named, the acceptance tests over version 3.0. A failure tells its seed, which PROPERTY_SEED takes; PROPERTY_RUNS
 * says how many times as many cases are tried.
 */
export async function run(args: readonly string[]): Promise<void> {
  await build();
  if (pluginForm() === "executable") await build("executable");
  const { PROPERTY_RUNS = times } = process.env;
  // Whatever depends on that module has properties, or is longer in its long form.
  const tests = args.length > 0 ? args : ["--findRelatedTests", "test/properties.ts"];
  const codes = [await jest(tests, { PROPERTY_RUNS })];
  if (args.length === 0) {
    const overLegacy = [acceptance.folder, `--testPathIgnorePatterns=${ofBothVersions}`];
    codes.push(await jest(overLegacy, acceptance.environment));
  }
  process.exitCode = Math.max(...codes);
}

function jest(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<number> {
  return runNode([require.resolve("jest/bin/jest"), "--testTimeout=900000", ...args], { environment });
}
