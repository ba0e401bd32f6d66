import type { AccountOptions } from "../../account/options";
import type { StateOptions } from "../../options";
import { jsonReport, type ReportOptions, rendererOf, writeReport } from "../../output/print";
import type { ProcessContext } from "../../output/terminal";

/** How a report may be written. */
export type Format = "table" | "markdown" | "json";

/** Options of the command. */
export interface MigrateOptions extends AccountOptions, StateOptions, ReportOptions<Format> {
  readonly scan?: readonly string[];
  readonly strict?: true;
}

/**
 * Runs the command: scans folders, or compares the account through both interfaces.
 * @returns the exit code: 0 when nothing stands in the way, 2 when something does
 */
export async function runMigrate(options: MigrateOptions, processContext: ProcessContext): Promise<number> {
  const { chdir, scan, state } = options;
  if (scan === undefined) return compareInterfaces(options, processContext);
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
  const { markdown, table } = await import("./scan/output");
  const result = await scan(folders, options.legacyBaseUrl);
  const rendered = rendererOf<typeof result, Format>({
    table: (report, { paint }) => table(report, paint),
    markdown,
    json: jsonReport,
  });
  await writeReport(processContext, options, (format, screen) => rendered(result, format, screen));
  return exitCodeOf(result, options.strict);
}

async function compareInterfaces(options: MigrateOptions, processContext: ProcessContext): Promise<number> {
  const { declaredObjects, givenStates, hasStates } = await import("../../state/declared");
  const { compareAccount } = await import("./account/comparison");
  const { withBothVersions } = await import("./account/interfaces");
  const { markdown, table } = await import("./account/output");
  const states = hasStates([], options)
    ? await givenStates([], options, processContext)
    : declaredObjects([], options.provider);
  const report = await withBothVersions({ ...options, secrets: states.secrets }, processContext, (both) =>
    compareAccount(both, states),
  );
  const rendered = rendererOf<typeof report, Format>({
    table: (each, { paint }) => table(each, paint),
    markdown,
    json: jsonReport,
  });
  await writeReport(processContext, options, (format, screen) => rendered(report, format, screen));
  return report.plans_empty ? 0 : 2;
}
