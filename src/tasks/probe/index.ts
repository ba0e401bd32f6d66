import { writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import { tokenVariable } from "../../cli/account/options";
import { readLine } from "../../cli/input";
import { endByInterrupt, interruptible } from "../../cli/interrupt";
import { screenFor } from "../../cli/output/terminal";
import { textTable } from "../../cli/output/text-table";
import { baseUrlProblem } from "../../client/base-url";
import { maxRequests, type ProbeOptions } from "./account";
import { probe, probeFile, type Row } from "./run";

type Arguments = Pick<ProbeOptions, "baseUrl" | "legacyBaseUrl" | "accountSid"> & {
  output: string;
  yes?: true;
};

const plan = `The probe creates about 50 objects in this account, and deletes them again: hosts, monitors, contacts, sources, profiles
and groups with documentation addresses and a name with "rblmonitor-probe". It sends at most ${maxRequests} requests,
starts a few checks, and takes some minutes. Use an account for tests.
`;

const columns = (["point", "setting", "expected", "observed", "evidence"] as const).map((name) => ({
  title: name.toUpperCase(),
  of: (row: Row) => String(row[name] ?? (name === "observed" ? row.result : "")),
}));

/** Finds out which behaviour of the emulator an account of the service shows, and writes it for `emulator --settings`. */
export async function run(args: readonly string[]): Promise<void> {
  const { env } = process;
  const command = new Command("npm run probe --")
    .requiredOption("--base-url <url>", "root of the 4.0 API", env.RBLMONITOR_BASE_URL)
    .requiredOption("--account-sid <sid>", "SID of the account", env.RBLMONITOR_ACCOUNT_SID)
    .option("--legacy-base-url <url>", "root of the 3.0 API", env.RBLMONITOR_LEGACY_BASE_URL)
    .option("--output <file>", "write the settings to this file", "probe.json")
    .option("--yes", "do not ask")
    .addHelpText("after", `\nThe auth token is read from the variable ${tokenVariable}.\n\n${plan}`);
  const { output, yes, ...options } = command.parse(args, { from: "user" }).opts<Arguments>();
  const { [tokenVariable]: authToken = "" } = env;
  if (authToken === "") throw new Error(`Set ${tokenVariable} to the auth token of the account.`);
  for (const url of [options.baseUrl, options.legacyBaseUrl]) {
    const problem = url && baseUrlProblem(url, false);
    if (problem) throw new Error(`The base URL ${problem}.`);
  }
  process.stdout.write(`${plan}\n`);
  if (!yes) {
    process.stdout.write("Continue? (yes/no) ");
    if ((await readLine(process.stdin)) !== "yes")
      throw new Error("Nothing was sent. To continue, answer yes or add --yes.");
  }
  const warn = (text: string) => void process.stderr.write(`${text}\n`);
  const stop = new AbortController();
  const work = () => probe({ ...options, authToken, warn, wait: sleep, now: Date.now, signal: stop.signal });
  try {
    const { rows, sent } = await interruptible(process, () => stop.abort(), work);
    process.stdout.write(`${textTable(columns, rows, screenFor(process.stdout, env))}\n`);
    await writeFile(output, probeFile(rows));
    process.stdout.write(`\n${sent} requests. To emulate this: rblmonitor emulator --settings ${output}\n`);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    process.stderr.write("Stopped. The probe has removed its objects, except those named above.\n");
  } finally {
    endByInterrupt();
  }
}
