import type { Surroundings } from "../account-session";
import { type Paint, paintFor, plain } from "../terminal";
import { writeWhole } from "../write-file";
import type { MigrateOptions } from "./options";

/**
 * Runs the command: scans folders, or compares the account through both interfaces.
 * @returns the exit code: 0 when nothing stands in the way, 2 when something does
 */
export async function runMigrate(options: MigrateOptions, surroundings: Surroundings): Promise<number> {
  if (options.scan === undefined) throw new Error("not yet");
  if (options.state !== undefined || options.chdir !== undefined) {
    throw new Error("A scan reads no state and no account: give either --scan, or --state and --chdir.");
  }
  const { scan } = await import("./scan/scan");
  const { rendered } = await import("./scan/report/formats");
  const result = await scan(options.scan, options.legacyBaseUrl);
  await write(options, surroundings, (paint) => rendered(result, options.format, paint));
  return result.findings.length === 0 ? 0 : 2;
}

async function write(
  { output }: MigrateOptions,
  { env, stdout }: Surroundings,
  text: (paint: Paint) => string,
): Promise<void> {
  if (output === undefined) stdout.write(text(paintFor(stdout, env)));
  else await writeWhole(output, text(plain));
}
