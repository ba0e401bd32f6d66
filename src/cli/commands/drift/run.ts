import type { Kind } from "../../../service/kinds";
import { progressOf } from "../../account/lists";
import type { AccountOptions } from "../../account/options";
import { withAccount } from "../../account/session";
import { ignoreRules } from "../../comparison/ignore";
import type { ReportOptions } from "../../output/options";
import { writeReport } from "../../output/print";
import { givenStates } from "../../state/declared";
import type { StateOptions } from "../../state/options";
import type { Surroundings } from "../../surroundings";
import { type Format, rendered } from "./output/formats";
import { drift } from "./read-report";
import { selectionOf } from "./selection";

/** What the command was told. */
export interface DriftCommandOptions extends AccountOptions, StateOptions, ReportOptions<Format> {
  readonly kind?: readonly Kind[];
  readonly tag?: readonly string[];
  readonly undeclared: boolean;
  readonly once?: true;
  readonly ignoreFile?: string;
}

/**
 * Runs the command: reads states and account, writes the report.
 * @returns the exit code: 0 without drift, 2 with
 */
export async function runDrift(
  files: readonly string[],
  options: DriftCommandOptions,
  surroundings: Surroundings,
): Promise<number> {
  const { kind, tag = [], undeclared, once = false } = options;
  const rules = await ignoreRules(options.ignoreFile);
  const selection = selectionOf(kind, tag);
  const states = await givenStates(files, options, surroundings);
  const words = { doing: "Reading the account", stopped: () => "Stopped before the account was read." };
  const report = await withAccount(options, surroundings, words, ({ account, signal, tell }) =>
    drift({
      ...{ account, signal, rules, selection, states, undeclared, once },
      onRead: progressOf(tell),
      now: () => new Date(),
    }),
  );
  await writeReport(surroundings, options, (format, paint) => rendered(report, format, paint));
  return report.findings.length === 0 ? 0 : 2;
}
