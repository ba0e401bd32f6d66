import { progressOf } from "../../account/lists";
import type { AccountOptions } from "../../account/options";
import { readingAccount, withAccount } from "../../account/session";
import { ignoreRules } from "../../comparison/ignore";
import type { CommentOptions, SelectionOptions, StateOptions } from "../../options";
import { commenterFor } from "../../output/comment";
import { maxComment } from "../../output/markdown";
import { jsonReport, type ReportOptions, rendererOf, writeReport } from "../../output/print";
import type { ProcessContext } from "../../output/terminal";
import { givenStates } from "../../state/declared";
import { programOn } from "../../terraform-program";
import { findDrift, type Report, selectionOf } from "./drift";
import { junit } from "./output/junit";
import { sarif } from "./output/sarif";
import { markdown, table } from "./output/text";

export interface DriftCommandOptions
  extends AccountOptions,
    StateOptions,
    SelectionOptions,
    ReportOptions<Format>,
    CommentOptions {
  readonly undeclared: boolean;
  readonly defaults?: true;
  readonly once?: true;
  readonly ignoreFile?: string;
}

/**
 * Reads states and account, and writes the report.
 * @returns the exit code: 2 with drift, else 1 if unmanaged objects may be missing in the lists
 */
export async function drift(
  files: readonly string[],
  options: DriftCommandOptions,
  processContext: ProcessContext,
): Promise<number> {
  const { undeclared, defaults = false, once = false } = options;
  const comment = commenterFor(options, processContext);
  const rules = await ignoreRules(options.ignoreFile);
  const selection = selectionOf(options);
  const states = await givenStates(files, options, processContext);
  const asked = { rules, selection, states, undeclared, defaults, once, now: () => new Date() };
  const access = { ...options, secrets: states.secrets };
  const report = await withAccount(access, processContext, readingAccount, (session) =>
    findDrift({ ...asked, ...session, onRead: progressOf(session.showProgress) }),
  );
  const program = await programOn(processContext.env, options.chdir?.[0]);
  const shown = { ...report, again: argumentsOf(files, options), program };
  await writeReport(processContext, options, (format, screen) => rendered(shown, format, screen));
  const { findings, complete } = report;
  if (!complete)
    processContext.stderr.write(
      "rblmonitor: Unmanaged objects may be missing in the report: a list lacks objects or was refused, as the notes say.\n",
    );
  return comment(markdown(report, maxComment), findings.length > 0 ? 2 : complete ? 0 : 1);
}

/** The arguments that select the same objects again. */
function argumentsOf(files: readonly string[], options: DriftCommandOptions): string[] {
  const { state, chdir, provider, kind, tag, defaults, ignoreFile } = options;
  const given = { state, chdir, provider, kind: kind?.join(), tag: tag?.join(), "ignore-file": ignoreFile };
  const named = Object.entries(given).flatMap(([name, values = []]) =>
    [values].flat().flatMap((value) => [`--${name}`, value]),
  );
  return [...files, ...named, ...(defaults ? ["--defaults"] : [])];
}

export type Format = "table" | "json" | "markdown" | "sarif" | "junit";

export const rendered = rendererOf<Report, Format>({
  table,
  json,
  markdown: (report) => markdown(report),
  sarif,
  junit,
});

function json({ states, kinds, read, complete, counts, requests, findings, notes, names }: Report): string {
  const stateNames = states.map(({ name }) => name);
  return jsonReport({ states: stateNames, kinds, read, complete, counts, requests, findings, notes, names });
}
