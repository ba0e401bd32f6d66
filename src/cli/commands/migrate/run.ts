import type { AccountOptions } from "../../account/options";
import type { StateOptions } from "../../options";
import { jsonReport, type ReportOptions, writeReport } from "../../output/print";
import type { ProcessContext } from "../../output/terminal";

/** Options of the command. */
export interface MigrateOptions extends AccountOptions, StateOptions, ReportOptions<"table" | "json"> {
  readonly scan?: readonly string[];
  readonly strict?: true;
}

/**
 * Runs the command: scans folders, or compares the account through both API versions.
 * @returns the exit code: 0 when nothing stands in the way, 2 when something does
 */
export async function runMigrate(options: MigrateOptions, processContext: ProcessContext): Promise<number> {
  const { chdir, scan, state } = options;
  if (scan === undefined) return compareVersions(options, processContext);
  if (state !== undefined || chdir !== undefined) {
    throw new Error("A scan reads no state and no account: give either --scan, or --state and --chdir.");
  }
  return scanFolders(scan, options, processContext);
}

async function scanFolders(
  folders: readonly string[],
  options: MigrateOptions,
  processContext: ProcessContext,
): Promise<number> {
  const { exitCodeOf, scan } = await import("./scan/scan");
  const { table } = await import("./scan/output");
  const report = await scan(folders, options.legacyBaseUrl);
  await writeReport(processContext, options, (format, { paint }) =>
    format === "json" ? jsonReport(report) : table(report, paint),
  );
  return exitCodeOf(report, options.strict);
}

async function compareVersions(options: MigrateOptions, processContext: ProcessContext): Promise<number> {
  const { declaredObjects, givenStates, hasStates } = await import("../../state/declared");
  const { compareAccount } = await import("./account/comparison");
  const { table } = await import("./account/output");
  const states = hasStates([], options)
    ? await givenStates([], options, processContext)
    : declaredObjects([], options.provider);
  const report = await compareAccount(states, { ...options, secrets: states.secrets }, processContext);
  await writeReport(processContext, options, (format, { paint }) =>
    format === "json" ? jsonReport(report) : table(report, paint),
  );
  return report.plans_empty ? 0 : 2;
}
