import { inTemporaryFolder } from "../../cli/project/folders";
import { build } from "../build";
import { runDemo } from "./steps";

/**
 * Shows what the product is for, with the real command line, a real terraform and the account of an example company that
 * `rblmonitor emulator --demo` serves. Fails when a step does not end as it should.
 */
export async function run(): Promise<void> {
  await build();
  try {
    await inTemporaryFolder((folder) => runDemo(folder, (text) => process.stdout.write(text)));
  } catch (error) {
    process.stderr.write(`\nThe demo failed: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
