import { readFile } from "node:fs/promises";
import { kinds } from "../../service/kinds";
import { openAccount } from "../account-options";
import { type Output, paintFor, plain, progressOn } from "../terminal";
import { writeWhole } from "../write-file";
import { accountLogger } from "./account-logger";
import type { DriftCommandOptions } from "./command";
import { drift } from "./drift";
import { type IgnoreRule, readIgnoreRules } from "./ignore/ignore-rule";
import { rendered } from "./report/formats";
import type { Report } from "./report/report";
import { counted } from "./report/words";
import { selectionOf } from "./selection";
import { declaredObjects } from "./state/declared-objects";
import { stateTexts } from "./state/state-texts";

const usualIgnoreFile = ".rblmonitorignore";

/** The process that the command runs in, as far as it is concerned. */
interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: Output;
  readonly stderr: Output;
  once(signal: Interrupt, listener: () => void): unknown;
  off(signal: Interrupt, listener: () => void): unknown;
}

type Interrupt = "SIGINT" | "SIGTERM";

const interrupts: readonly Interrupt[] = ["SIGINT", "SIGTERM"];

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
  const report = await withAccount(options, surroundings, (reading) =>
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

type Reading = Pick<Parameters<typeof drift>[0], "account" | "signal" | "onRead">;

/** Opens the account, tells how far reading is, and ends all of it whatever happens. An interrupt stops the reading. */
async function withAccount(
  options: DriftCommandOptions,
  surroundings: Surroundings,
  read: (reading: Reading) => Promise<Report>,
): Promise<Report> {
  const { env, stderr } = surroundings;
  const progress = progressOn(stderr, env);
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  const done: string[] = [];
  const show = (requests: number) =>
    progress.show(`Reading the account: ${[counted(requests, "request"), ...done].join(", ")}`);
  const logger = accountLogger(stderr, progress, show);
  const { signal } = stopping;
  const account = openAccount(options, env, { logger, signal });
  for (const name of interrupts) surroundings.once(name, stop);
  try {
    return await read({
      ...{ account, signal },
      onRead: (kind, count) => done.push(counted(count, kinds[kind].title, kinds[kind].plural)),
    });
  } catch (error) {
    if (signal.aborted) throw new Error("Stopped before the account was read.");
    throw error;
  } finally {
    progress.clear();
    for (const name of interrupts) surroundings.off(name, stop);
    await account.close();
  }
}

async function ignoreRules(file: string | undefined): Promise<IgnoreRule[]> {
  try {
    return readIgnoreRules(file ?? usualIgnoreFile, await readFile(file ?? usualIgnoreFile, "utf8"));
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    if (isMissing && file === undefined) return [];
    throw error;
  }
}
