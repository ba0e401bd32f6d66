import { kinds } from "../../../service/kinds";
import { type Surroundings, withAccount } from "../../account/session";
import { ignoreRules } from "../../comparison/ignore";
import { paintFor, plain } from "../../output/terminal";
import { counted } from "../../output/words";
import { writeWhole } from "../../output/write-file";
import { declaredObjects } from "../../state/declared";
import { stateTexts } from "../../state/texts";
import type { DriftCommandOptions } from "./command";
import { rendered } from "./output/formats";
import { drift } from "./read-report";
import type { Report } from "./report";
import { selectionOf } from "./selection";

/**
 * Runs the command: reads states and account, writes the report.
 * @returns the exit code: 0 without drift, 2 with
 */
export async function runDrift(
  files: readonly string[],
  options: DriftCommandOptions,
  surroundings: Surroundings,
): Promise<number> {
  const { env, stdin, stdout } = surroundings;
  const rules = await ignoreRules(options.ignoreFile);
  const selection = selectionOf(options.kind, options.tag ?? []);
  const states = await stateTexts({ files, folders: options.chdir ?? [] }, env, stdin);
  const all = declaredObjects(states, options.provider);
  const report = await readWith(options, surroundings, (reading) =>
    drift({
      ...reading,
      ...{ all, rules, selection, states, undeclared: options.undeclared, once: options.once ?? false },
      now: () => new Date(),
    }),
  );
  const paint = options.output === undefined ? paintFor(stdout, env) : plain;
  const text = rendered(report, options.format, paint);
  if (options.output === undefined) stdout.write(text);
  else await writeWhole(options.output, text);
  return report.findings.length === 0 ? 0 : 2;
}

/** Opens the account, reads it, and tells how far reading is. */
async function readWith(
  options: DriftCommandOptions,
  surroundings: Surroundings,
  read: (reading: Pick<Parameters<typeof drift>[0], "account" | "signal" | "onRead">) => Promise<Report>,
): Promise<Report> {
  const words = { doing: "Reading the account", stopped: () => "Stopped before the account was read." };
  const done: string[] = [];
  return withAccount(options, surroundings, words, ({ account, signal, tell }) =>
    read({
      ...{ account, signal },
      onRead(kind, count) {
        done.push(counted(count, kinds[kind].title, kinds[kind].plural));
        tell(...done);
      },
    }),
  );
}
