import { progressOf } from "../../account/lists";
import type { AccountOptions } from "../../account/options";
import { readingAccount, withAccount } from "../../account/session";
import { ignoreRules } from "../../comparison/ignore";
import type { StateOptions } from "../../options";
import { type PrintOptions, print, writeAtomically } from "../../output/print";
import type { ProcessContext } from "../../output/terminal";
import { givenStates, hasStates } from "../../state/declared";
import { accountReport, type ComparedStates } from "./account-report";
import { summaryText } from "./output/terminal";
import type { Report } from "./report";

/** Options of `rblmonitor report`. */
export interface ReportCommandOptions extends AccountOptions, StateOptions, PrintOptions {
  readonly html?: string;
  readonly title?: string;
  readonly ignoreFile?: string;
}

/** Runs the command: reads the account and the states that are given, writes the page, prints the summary or JSON. */
export async function report(
  files: readonly string[],
  options: ReportCommandOptions,
  processContext: ProcessContext,
): Promise<void> {
  const { html: file, json, title } = options;
  if (file === "-" && json)
    throw new Error("--html - and --json both use standard output: pass a file to --html.");
  const states = await comparedStates(files, options, processContext);
  const result = await read(options, processContext, states);
  if (file !== undefined) {
    const { pageOf } = await import("./output/page");
    const page = pageOf(result, title);
    if (file === "-") {
      processContext.stdout.write(page);
      return;
    }
    await writeAtomically(file, page);
  }
  print(processContext, options, result, (screen) => summaryText(result, file, screen));
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

function read(
  options: ReportCommandOptions,
  processContext: ProcessContext,
  states: ComparedStates | undefined,
): Promise<Report> {
  const { accountSid: sid = "", apiVersion, baseUrl, legacyBaseUrl } = options;
  const root = (apiVersion === "3.0" ? legacyBaseUrl : baseUrl) ?? "";
  return withAccount(
    { ...options, secrets: states?.secrets ?? [] },
    processContext,
    readingAccount,
    ({ account, showProgress }) =>
      accountReport({
        account,
        states,
        now: () => new Date(),
        // The first request reports an invalid base URL.
        accountName: { sid, service: URL.canParse(root) ? new URL(root).host : root },
        onRead: progressOf(showProgress),
      }),
  );
}
