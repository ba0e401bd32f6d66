import type { Surroundings } from "../../account/session";
import { type Paint, paintFor, plain } from "../../output/terminal";
import { writeWhole } from "../../output/write-file";
import type { MigrateOptions } from "./command";

/**
 * Runs the command: scans folders, or compares the account through both interfaces.
 * @returns the exit code: 0 when nothing stands in the way, 2 when something does
 */
export async function runMigrate(options: MigrateOptions, surroundings: Surroundings): Promise<number> {
  const { chdir, scan, state } = options;
  if (scan === undefined) return compareInterfaces(options, surroundings);
  if (state !== undefined || chdir !== undefined) {
    throw new Error("A scan reads no state and no account: give either --scan, or --state and --chdir.");
  }
  return scanFolders(scan, options, surroundings);
}

async function scanFolders(
  folders: readonly string[],
  options: MigrateOptions,
  surroundings: Surroundings,
): Promise<number> {
  const { scan } = await import("./scan/read-report");
  const { rendered } = await import("./scan/output/formats");
  const result = await scan(folders, options.legacyBaseUrl);
  await write(options, surroundings, (paint) => rendered(result, options.format, paint));
  return result.findings.length === 0 ? 0 : 2;
}

async function compareInterfaces(options: MigrateOptions, surroundings: Surroundings): Promise<number> {
  const { chdir, provider, state } = options;
  const { stateTexts } = await import("../../state/texts");
  const { declaredObjects } = await import("../../state/declared");
  const { compareAccount } = await import("./account/read-report");
  const { withBoth } = await import("./account/read-report");
  const { rendered } = await import("./account/output/formats");
  const { env, stdin } = surroundings;
  const hasStates = state !== undefined || chdir !== undefined;
  const states = hasStates ? await stateTexts({ files: state ?? [], folders: chdir ?? [] }, env, stdin) : [];
  const held = declaredObjects(states, provider);
  const names = states.map(({ name }) => name);
  const report = await withBoth(options, surroundings, (both) => compareAccount(both, names, held));
  await write(options, surroundings, (paint) => rendered(report, options.format, paint));
  return report.plans_empty ? 0 : 2;
}

async function write(
  { output }: MigrateOptions,
  { env, stdout }: Surroundings,
  text: (paint: Paint) => string,
): Promise<void> {
  if (output === undefined) stdout.write(text(paintFor(stdout, env)));
  else await writeWhole(output, text(plain));
}
