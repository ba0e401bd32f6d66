import { progressOf } from "../../account/lists";
import type { AccountOptions } from "../../account/options";
import { readingAccount, withAccount } from "../../account/session";
import { ignoreRules } from "../../comparison/ignore";
import type { StateOptions } from "../../options";
import { expiryExitCode } from "../../output/durations";
import { jsonText, type ReportOptions, rendererOf, writeAtomically, writeReport } from "../../output/print";
import type { ProcessContext } from "../../output/terminal";
import { givenStates, hasStates } from "../../state/declared";
import { accountReport, type Report } from "./account-report";
import { earlierReport } from "./changes";
import type { ComparedStates } from "./facts/facts";
import { metrics } from "./output/metrics";
import { markdown, summaryText } from "./output/text";

export type Format = "table" | "markdown" | "json" | "prometheus";

/** Options of `rblmonitor report`. */
export interface ReportCommandOptions extends AccountOptions, StateOptions, ReportOptions<Format> {
  readonly html?: string;
  readonly title?: string;
  readonly ignoreFile?: string;
  readonly since?: string;
  readonly failOn?: "action" | "attention" | "new";
  readonly failIfExpiring?: number;
}

/**
 * Reads the account, the states and the earlier report, writes the page, and the report in the requested format.
 * @returns the exit code: 2 for what --fail-on and --fail-if-expiring name, else 1 if the report is incomplete
 */
export async function report(
  files: readonly string[],
  options: ReportCommandOptions,
  processContext: ProcessContext,
): Promise<number> {
  const { html: file, json, title = "Monitoring report", format, output, since, failOn } = options;
  const isPagePrinted = file === "-" && output === undefined;
  if (isPagePrinted && format !== "table")
    throw new Error(
      `--html - and ${json ? "--json" : `--format ${format}`} both use standard output: pass a file to --html.`,
    );
  if (failOn === "new" && since === undefined)
    throw new Error("--fail-on new needs an earlier report: pass its file to --since.");
  const { accountSid: sid = "", apiVersion, baseUrl, legacyBaseUrl } = options;
  const root = (apiVersion === "3.0" ? legacyBaseUrl : baseUrl) ?? "";
  // The first request reports an invalid base URL.
  const name = { sid, service: URL.canParse(root) ? new URL(root).host : root };
  const states = await comparedStates(files, options, processContext);
  const earlier = since === undefined ? undefined : await earlierReport(since, processContext, name);
  const subject = { states, earlier, name, now: () => new Date() };
  const result = await withAccount(
    { ...options, secrets: states?.secrets ?? [] },
    processContext,
    readingAccount,
    ({ account, showProgress }) => accountReport({ ...subject, account, onRead: progressOf(showProgress) }),
  );
  if (file !== undefined) {
    const { pageOf } = await import("./output/page");
    const page = pageOf(result, title);
    if (file === "-") processContext.stdout.write(page);
    else await writeAtomically(file, page);
  }
  const rendered = rendererOf<Report, Format>({
    table: (shown, screen) => summaryText(shown, file, screen),
    markdown: (shown) => markdown(shown, title),
    json: jsonText,
    prometheus: metrics,
  });
  if (!isPagePrinted)
    await writeReport(processContext, options, (chosen, screen) => rendered(result, chosen, screen));
  return exitCode(result, options, processContext);
}

function exitCode(
  { complete, counts, objects, since, summary: [worst] }: Report,
  { failOn, failIfExpiring }: ReportCommandOptions,
  { stderr }: ProcessContext,
): number {
  const isWrong =
    failOn === "new" ? since?.new.length : failOn && (worst?.level === "action" || worst?.level === failOn);
  const areMonitorsRead = failIfExpiring === undefined || counts.certificate_monitor !== null;
  const open = [
    ...(complete
      ? []
      : [
          "The report is incomplete, as its notes say. If requests ran out, run it again when the hour is over, or wait longer with --max-wait.",
        ]),
    ...(failOn === "new" ? (since?.unknown ?? []) : []),
    ...(areMonitorsRead ? [] : ["When certificates expire could not be read."]),
  ];
  for (const text of open) stderr.write(`rblmonitor: ${text}\n`);
  const code = open.length > 0 ? 1 : 0;
  const monitors = objects
    .filter(({ kind }) => kind === "certificate_monitor")
    .map((monitor) => ({ ...monitor, hostname: monitor.key }));
  return Math.max(
    isWrong ? 2 : code,
    failIfExpiring === undefined ? 0 : expiryExitCode(failIfExpiring, monitors, complete, stderr),
  );
}

/** The states, if any are requested: unlike drift, a report is useful without. */
async function comparedStates(
  files: readonly string[],
  options: ReportCommandOptions,
  processContext: ProcessContext,
): Promise<ComparedStates | undefined> {
  const { provider, ignoreFile } = options;
  if (!hasStates(files, options)) {
    const useless = [provider && "--provider", ignoreFile && "--ignore-file"].find(Boolean);
    if (useless === undefined) return undefined;
    throw new Error(`${useless} needs a state: pass a file, or a folder with --chdir.`);
  }
  const rules = await ignoreRules(ignoreFile);
  return { ...(await givenStates(files, options, processContext)), rules };
}
