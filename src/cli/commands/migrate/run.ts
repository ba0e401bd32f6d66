import type { AccountOptions } from "../../account/options";
import type { ReportOptions } from "../../output/options";
import { writeReport } from "../../output/print";
import type { StateOptions } from "../../state/options";
import type { Surroundings } from "../../surroundings";
import type { Format } from "./account/output/formats";

/** What the command was told. */
export interface MigrateOptions extends AccountOptions, StateOptions, ReportOptions<Format> {
  readonly scan?: readonly string[];
  readonly state?: readonly string[];
}

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
  await writeReport(surroundings, options, (format, paint) => rendered(result, format, paint));
  return result.findings.length === 0 ? 0 : 2;
}

async function compareInterfaces(options: MigrateOptions, surroundings: Surroundings): Promise<number> {
  const { chdir, provider, state } = options;
  const { declaredObjects, givenStates } = await import("../../state/declared");
  const { compareAccount } = await import("./account/read-report");
  const { withBoth } = await import("./account/both-interfaces");
  const { rendered } = await import("./account/output/formats");
  const hasStates = state !== undefined || chdir !== undefined;
  const states = hasStates
    ? await givenStates(state ?? [], options, surroundings)
    : declaredObjects([], provider);
  const report = await withBoth(options, surroundings, (both) => compareAccount(both, states));
  await writeReport(surroundings, options, (format, paint) => rendered(report, format, paint));
  return report.plans_empty ? 0 : 2;
}
