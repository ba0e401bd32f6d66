import { availableParallelism } from "node:os";
import { runNode } from "../programs";
import { findTerraform } from "../real-terraform/find";
import { compatibilityTable, coreTests, testOnCores } from "./cores";
import { groupedTests } from "./groups";

/** How many times as many cases `npm run test:long` tries of each property as `npm test`. */
const times = "50";

/**
 * Terraform and the compiler are written in Go. They end within seconds, so collecting their garbage is wasted: without it a
 * plan takes two thirds of the CPU time. It is collected when a process has taken that much memory.
 */
const go = { GOGC: "off", GOMEMLIMIT: "1GiB" };

/**
 * Tests use all processors already: further threads that collect garbage only cost CPU time. A test leaves little behind, so
 * more room for new objects (in MB) has them collected less often.
 */
const v8 = ["--single-threaded-gc", "--min-semi-space-size=128", "--max-semi-space-size=128"];

/**
 * Node 20 reads the user's file of certificate authorities at each start, which can take longer than the rest of the start.
 * Tests connect to servers of their own; only npm may ask a registry (test/registry.ts).
 */
const authorities = {
  NODE_EXTRA_CA_CERTS: undefined,
  RBLMONITOR_TEST_AUTHORITIES: process.env.NODE_EXTRA_CA_CERTS,
};

/** One more than there are processors: tests often wait for other programs. */
const workers = `--maxWorkers=${availableParallelism() + 1}`;

/** Every test that drives terraform, over version 3.0, except those that choose their versions themselves. */
const overLegacy = ["test/acceptance", "--testPathIgnorePatterns=test/acceptance/legacy/"];

/** Lets terraform carry out what the driver of the provider otherwise does in its place. */
const realTerraform = { RBLMONITOR_TEST_DRIVER: "off" };

/** The tests that use the driver. */
const driven = ["test/acceptance", "test/cli/commands/adopt", "test/cli/commands/review"];

/**
 * Runs the tests with jest, which gets all arguments. All tests begin with the checks that take seconds; a failure of these
 * shows immediately and is the result, but does not keep the tests from running. With RBLMONITOR_TEST_CORES, paths of programs,
 * the tests that depend on the version of Terraform run on each of them.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { RBLMONITOR_TEST_CORES: cores } = process.env;
  if (cores) return runOnCores(cores, args);
  const isAll = args.length === 0;
  // In CI, all checks follow the tests (.ci/run).
  const checks = ["src/tasks/run.mjs", "check", "format and lint", "types"];
  const checked = isAll && !process.env.CI ? await runNode(checks) : 0;
  process.exitCode = (await jest(isAll ? await groupedTests() : args)) || checked;
}

/**
 * Runs the named tests, or all that have properties, with many more and other cases than `npm test`. Unless tests are named,
 * it then runs the driven tests with terraform in place of the driver, the acceptance tests over both versions. A failure
 * prints its seed, which PROPERTY_SEED takes; PROPERTY_RUNS multiplies the number of cases.
 */
export async function long(args: readonly string[]): Promise<void> {
  const { PROPERTY_RUNS = times } = process.env;
  const patient = "--testTimeout=7200000";
  // Every test that depends on this module has properties, or is longer in its long form.
  const tests = args.length > 0 ? args : ["--findRelatedTests", "test/properties.ts"];
  const codes = [await jest([patient, ...tests], { PROPERTY_RUNS })];
  if (args.length === 0) {
    codes.push(await jest([patient, ...driven], realTerraform));
    codes.push(
      await jest([patient, ...overLegacy], { ...realTerraform, RBLMONITOR_TEST_API_VERSION: "3.0" }),
    );
  }
  process.exitCode = Math.max(...codes);
}

/** Runs the tests that depend on the version of Terraform, or those named, on each program, and prints a table. */
async function runOnCores(cores: string, args: readonly string[]): Promise<void> {
  const tests = args.length > 0 ? args : coreTests;
  const results = await testOnCores(cores, (options, environment) =>
    jest([...options, ...tests], { ...realTerraform, ...environment }),
  );
  process.stdout.write(`\n${compatibilityTable(results)}`);
  process.exitCode = results.some(({ report }) => report?.numFailedTests !== 0) ? 1 : 0;
}

async function jest(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  // Downloads Terraform where there is none. Tests that need one say so if that fails.
  await findTerraform().catch(() => undefined);
  const script = require.resolve("jest/bin/jest");
  return runNode([...v8, script, workers, ...args], { ...go, ...authorities, ...environment });
}
