import type { AccountOptions } from "../../account/options";
import type { StateOptions } from "../../options";
import { jsonReport, type ReportOptions, writeReport } from "../../output/print";
import type { Paint, ProcessContext } from "../../output/terminal";

export interface MigrateOptions extends AccountOptions, StateOptions, ReportOptions<"table" | "json"> {
  readonly scan?: readonly string[];
  readonly strict?: true;
}

/**
 * Runs the command: scans folders, or compares the account through both API versions.
 * @returns the exit code: 0 when nothing stands in the way, 2 when something does, 1 when a list lacks objects that may
 */
export async function runMigrate(options: MigrateOptions, processContext: ProcessContext): Promise<number> {
  const { chdir, scan: folders, state, strict } = options;
  const write = <Report extends object>(report: Report, table: (report: Report, paint: Paint) => string) =>
    writeReport(processContext, options, (format, { paint }) =>
      format === "json" ? jsonReport(report) : table(report, paint),
    );
  if (folders === undefined) {
    const { declaredObjects, givenStates, hasStates } = await import("../../state/declared");
    const { compareAccount, table } = await import("./account");
    const states = hasStates([], options)
      ? await givenStates([], options, processContext)
      : declaredObjects([], options.provider);
    const report = await compareAccount(states, options, processContext);
    await write(report, table);
    return report.plans_empty ? Number(!report.complete) : 2;
  }
  if (state !== undefined || chdir !== undefined) {
    throw new Error("A scan reads no state and no account: give either --scan, or --state and --chdir.");
  }
  const { exitCodeOf, scan, table } = await import("./scan/scan");
  const report = await scan(folders, options.legacyBaseUrl);
  await write(report, table);
  return exitCodeOf(report, strict);
}
